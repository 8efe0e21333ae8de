/// @file Measurements of a machine: the times of native calls and of Allfold's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/interval.hpp"
#include "rules/rules.hpp"

namespace allfold::command::report {

/// The calls that a measurement is wanted for.
struct Question {
  schedule::Collective collective = schedule::Collective::allreduce;
  rules::OperationClass operation = rules::OperationClass::predefined;
  int ranks = 0;
  int ranks_per_node = 0;  ///< on the node that has most; 0: not known
  double bytes = 0;
};

/// A candidate that was measured at a point.
struct Candidate {
  std::string name;  ///< "native", "ring"
  rules::Interval seconds;
};

struct MeasuredPoint {
  /// Turns that also chose the fastest candidate favour it (`that_chose`). Other turns do not.
  enum class Turns : std::uint8_t { others, that_chose };

  Question at;
  std::string timing;     ///< as in `allfold bench`; "": not known
  std::string asked_for;  ///< asked of Allfold: "auto", "ring"; "rules": the choice of a rules file
  std::string served_by;  ///< the algorithm, "native" for the MPI library; "": not known
  std::string reason;     ///< why it was chosen; "": not known
  std::optional<rules::Interval> native;   ///< seconds of the MPI library's own call
  std::optional<rules::Interval> allfold;  ///< seconds of Allfold's call
  /// Native time divided by Allfold's: above 1 Allfold is faster.
  rules::Interval ratio;
  Turns turns = Turns::others;        ///< the turns of these times and their ratio
  std::vector<Candidate> candidates;  ///< the fastest first; of `that_chose` turns if any

  /// Whether the point shows what programs gain. Back-to-back calls and forced algorithms do not.
  [[nodiscard]] bool is_of_programs() const;
};

/// A file and the machine that it describes. Unknown values are 0 or "".
struct MeasuredOn {
  std::string file;
  std::string mpi;
  std::string processor;
  int processors = 0;   ///< of one node
  std::string network;  ///< between nodes
  std::string type;
  std::string operation;
};

class Measured {
 public:
  Measured() = default;
  /// The points are sorted by collective, operation, timing, request, placement and bytes.
  Measured(std::vector<MeasuredOn> files, std::vector<MeasuredPoint> points);

  /// The names of the files; "" if nothing was measured.
  [[nodiscard]] std::string source() const;
  [[nodiscard]] bool is_there() const { return !files_.empty(); }
  [[nodiscard]] const std::vector<MeasuredOn>& files() const { return files_; }
  [[nodiscard]] const std::vector<MeasuredPoint>& points() const { return points_; }
  /// Interpolates between the two nearest lengths measured on the same number of ranks. For vectors
  /// shorter than any measured one, returns the ratio of the shortest. Absent if nothing is known.
  [[nodiscard]] std::optional<rules::Interval> ratio(const Question& question) const;

 private:
  std::vector<MeasuredOn> files_;
  std::vector<MeasuredPoint> points_;
};

/// Statistics of all points of one kind.
struct Summary {
  schedule::Collective collective = schedule::Collective::allreduce;
  std::string timing;
  std::string asked_for;
  std::size_t points = 0;
  double mean = 0;         ///< geometric mean of the ratios
  std::size_t faster = 0;  ///< points whose 95 % interval lies above 1; `slower`: below 1
  std::size_t slower = 0;
  const MeasuredPoint* worst = nullptr;  ///< the lowest ratio
  const MeasuredPoint* best = nullptr;
};

/// One summary per collective, timing, and request. They point into `measured`.
[[nodiscard]] std::vector<Summary> summaries_of(const Measured& measured);

/// The name and the content of a file.
struct File {
  std::string name;
  std::string content;
};

/// Reads the measurements of a rules file. Allfold is taken to use what the rules choose, otherwise
/// the candidate with the lowest median, which may be native. Throws UsageError.
[[nodiscard]] Measured measured_in_rules(const File& file);
/// Reads results of `allfold bench --json`, of one job or of several. Throws UsageError.
[[nodiscard]] Measured measured_in_bench(const std::vector<File>& files);

}  // namespace allfold::command::report
