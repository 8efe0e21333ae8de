/// @file Session: what was measured so far, said at once and kept in files.
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

/// Only the rank that reports has one. After each point the files are written anew, as a whole:
/// what ends the job from outside takes one point at most.
class Session {
 public:
  Session(const measure::Request& request, const measure::Setup& setup,
          const measure::Surroundings& there, int points);

  void begin();
  void begin_table(const measure::Match& match, measure::Timing timing, int ranks);
  void begin_limits(int ranks, double flag_latency);
  /// What is measured next, to be seen in the bar.
  void show(std::string_view what);

  /// Each adds a point.
  void add(const measure::Match& match, const std::vector<Row>& rows);
  void add_overhead(const std::vector<Row>& rows);
  void add_communicator(const Row& row);
  void add(const LimitRow& row);

  /// Says what it all comes to, and writes the files for the last time. `signal` is what ended it,
  /// or 0. Throws std::runtime_error if a file cannot be written.
  void end(int signal);
  /// The same for another thread than the one that measures: where that has much to say at the
  /// moment, nothing is done.
  void end_from_aside(int signal);

 private:
  /// Prints, where the bar is not in the way.
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
