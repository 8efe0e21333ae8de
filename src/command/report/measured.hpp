/// @file What was measured on a machine: how native calls compare with Allfold's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/interval.hpp"
#include "rules/rules.hpp"

namespace allfold::command::report {

/// Which calls are asked about.
struct Question {
  schedule::Collective collective = schedule::Collective::allreduce;
  rules::OperationClass operation = rules::OperationClass::predefined;
  int ranks = 0;
  int ranks_per_node = 0;  ///< on the node that has most; 0: not known
  double bytes = 0;
};

/// Of all that were measured at one point.
struct Candidate {
  std::string name;  ///< "native", "ring"
  rules::Interval seconds;
};

struct MeasuredPoint {
  /// Turns that chose what serves, as it was the quickest in them, favour it.
  enum class Turns : std::uint8_t { others, that_chose };

  Question at;
  std::string timing;     ///< as `allfold bench` names it; "": not known
  std::string asked_for;  ///< of Allfold: "auto", "ring"; "rules": what a rules file has
  std::string served_by;  ///< the algorithm that did, "native" for the MPI library; "": not known
  std::string reason;     ///< why that; "": not known
  std::optional<rules::Interval> native;   ///< seconds of the MPI library's own call
  std::optional<rules::Interval> allfold;  ///< seconds of Allfold's
  /// The time of native calls over that of Allfold's: above 1 Allfold is faster.
  rules::Interval ratio;
  Turns turns = Turns::others;        ///< of these times and their ratio
  std::vector<Candidate> candidates;  ///< the fastest first; in the turns that chose, if any did

  /// Whether it tells what Allfold brings to programs, which work between their calls.
  [[nodiscard]] bool is_of_programs() const;
};

/// A file, and what it was measured on; 0 and "" where that is not known.
struct MeasuredOn {
  std::string file;
  std::string mpi;
  std::string processor;
  int processors = 0;   ///< of a node
  std::string network;  ///< between nodes
  std::string type;
  std::string operation;
};

class Measured {
 public:
  Measured() = default;
  /// The points by collective, placement, timing and bytes, in whatever order they come.
  Measured(std::vector<MeasuredOn> files, std::vector<MeasuredPoint> points);

  /// The files' names; "" where nothing was measured.
  [[nodiscard]] std::string source() const;
  [[nodiscard]] bool is_there() const { return !files_.empty(); }
  [[nodiscard]] const std::vector<MeasuredOn>& files() const { return files_; }
  [[nodiscard]] const std::vector<MeasuredPoint>& points() const { return points_; }
  /// Between the two nearest lengths that were measured with as many ranks; of shorter vectors than
  /// any, as of the shortest. Absent: nothing is known.
  [[nodiscard]] std::optional<rules::Interval> ratio(const Question& question) const;

 private:
  std::vector<MeasuredOn> files_;
  std::vector<MeasuredPoint> points_;
};

/// Points of one kind together.
struct Summary {
  schedule::Collective collective = schedule::Collective::allreduce;
  std::string timing;
  std::string asked_for;
  std::size_t points = 0;
  double mean = 0;         ///< geometric, of the ratios
  std::size_t faster = 0;  ///< points at which Allfold is, beyond the interval of 95 %
  std::size_t slower = 0;
  const MeasuredPoint* worst = nullptr;  ///< with the lowest ratio
  const MeasuredPoint* best = nullptr;
};

/// One for each collective, timing, and what Allfold was asked for; they point into `measured`.
[[nodiscard]] std::vector<Summary> summaries_of(const Measured& measured);

/// A file's name and its content.
struct File {
  std::string name;
  std::string content;
};

/// By the measurements of a rules file: Allfold takes what its rules have, or else the candidate
/// with the least median, which may be native. Throws UsageError.
[[nodiscard]] Measured measured_in_rules(const File& file);
/// By the results of `allfold bench --json`, of one job or several. Throws UsageError.
[[nodiscard]] Measured measured_in_bench(const std::vector<File>& files);

}  // namespace allfold::command::report
