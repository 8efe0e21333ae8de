/// @file What was measured on a machine: how native calls compare with Allfold's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"
#include "tuning/median.hpp"

namespace allfold::command::report {

/// Which calls are asked about.
struct Question {
  schedule::Collective collective = schedule::Collective::allreduce;
  rules::OperationClass operation = rules::OperationClass::predefined;
  int ranks = 0;
  int ranks_per_node = 0;  ///< on the node that has most; 0: not known
  double bytes = 0;
};

struct MeasuredPoint {
  Question at;
  /// The time of native calls over that of Allfold's: above 1 Allfold is faster.
  tuning::Median ratio;
};

class Measured {
 public:
  Measured() = default;
  Measured(std::string source, std::vector<MeasuredPoint> points);

  /// The file; "" where nothing was measured.
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] std::size_t size() const { return points_.size(); }
  /// Between the two nearest lengths that were measured with as many ranks; of shorter vectors than
  /// any, as of the shortest. Absent: nothing is known.
  [[nodiscard]] std::optional<tuning::Median> ratio(const Question& question) const;

 private:
  std::string source_;
  std::vector<MeasuredPoint> points_;  ///< by bytes
};

/// By the measurements of a rules file: Allfold takes the candidate with the least median, which may
/// be native. Throws UsageError.
[[nodiscard]] Measured measured_in_rules(std::string_view text, const std::string& file);
/// By the results of `allfold bench --json`. Throws UsageError.
[[nodiscard]] Measured measured_in_bench(std::string_view text, const std::string& file);

}  // namespace allfold::command::report
