/// @file Session: collects the results, prints them at once, and writes them to files.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "command/bench/record.hpp"
#include "command/bench/report.hpp"
#include "command/measure/progress.hpp"

namespace allfold::command::bench {

/// Only rank 0 has one. The files are rewritten completely after each point, so a job that is
/// killed loses at most one point.
class Session {
 public:
  Session(const measure::Request& request, const measure::Setup& setup,
          const measure::Surroundings& there, int points);

  void begin();
  void begin_table(const measure::Match& match, measure::Timing timing, int ranks);
  void begin_limits(int ranks, double flag_latency);
  /// Shows in the progress bar what is measured next.
  void show(std::string_view what);

  /// Each of these adds a point.
  void add(const measure::Match& match, const std::vector<Row>& rows);
  void add_overhead(const std::vector<Row>& rows);
  void add_communicator(const Row& row);
  void add(const LimitRow& row);

  /// Prints the summary and writes the files a last time. `signal` is the signal that ended the
  /// run, or 0. Throws std::runtime_error if a file cannot be written.
  void end(int signal);
  /// The same, to be called from another thread than the measuring one. Does nothing if the
  /// measuring thread keeps the session locked for 100 ms.
  void end_from_aside(int signal);

 private:
  /// Calls `print` with the progress bar removed.
  void say(const std::function<void()>& print);
  void add_point(const std::function<void()>& print);
  void finish(int signal);
  void write_files() const;

  const measure::Request& request_;
  const measure::Setup& setup_;
  Results results_;
  Report report_;
  measure::Progress progress_;
  double begin_;
  std::timed_mutex mutex_;
};

}  // namespace allfold::command::bench
