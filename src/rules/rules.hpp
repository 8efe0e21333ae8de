/// @file Rules: what was measured on a machine, and what is to be chosen there because of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"
#include "rules/interval.hpp"
#include "rules/machine.hpp"

namespace allfold::rules {

/// Operations that are served alike.
enum class OperationClass : std::uint8_t {
  predefined,   ///< MPI's operations on MPI's types
  commutative,  ///< commutative user-defined operations, and MPI's operations on derived types
  ordered,      ///< user-defined operations that need rank order
};
inline constexpr std::array operation_classes{OperationClass::predefined,
                                              OperationClass::commutative, OperationClass::ordered};
[[nodiscard]] constexpr std::string_view name_of(OperationClass operation) {
  switch (operation) {
    case OperationClass::predefined: return "predefined";
    case OperationClass::commutative: return "commutative";
    case OperationClass::ordered: return "ordered";
  }
  return "";
}

/// A closed range of whole numbers.
template <class Number>
struct Range {
  Number from = 0;
  Number to = std::numeric_limits<Number>::max();
  [[nodiscard]] constexpr bool holds(Number value) const { return from <= value && value <= to; }
  friend bool operator==(const Range&, const Range&) = default;
};

/// What a rule chooses: a kernel with its parameters, or the MPI library's own call.
struct RuledKernel {
  const algorithms::Kernel* kernel = nullptr;  ///< null: the MPI library's own call
  algorithms::Parameters parameters = {};
  std::optional<std::int64_t> segment_bytes = {};  ///< absent: as ALLFOLD_SEGMENT says

  [[nodiscard]] bool is_native() const { return kernel == nullptr; }
  friend bool operator==(const RuledKernel&, const RuledKernel&) = default;
};

/// "ring", "composed:steps=13e1 segment=64k", "native".
inline constexpr std::string_view before_segment = " segment=";
[[nodiscard]] std::string text_of(const RuledKernel& ruled);

/// One line of a rule, for vectors of up to `to_bytes` bytes. It says one of the following at least.
struct Threshold {
  std::int64_t to_bytes = std::numeric_limits<std::int64_t>::max();
  std::optional<RuledKernel> use = {};
  /// The first way of such vectors through the memory that the ranks of a node share.
  std::optional<algorithms::WayParameter> first_way = {};
};

/// Who wrote a rule. The tuner replaces its own rules, and keeps those of people.
enum class RuleAuthor : std::uint8_t { person, tuner };

/// The problems for which a rule holds, and the kernels and first ways for them, by ascending length
/// of vectors.
struct Rule {
  schedule::Collective collective = schedule::Collective::allreduce;
  std::vector<OperationClass> operations = {};  ///< none: all
  Range<int> ranks = {};
  Range<int> ranks_per_node = {};  ///< of the largest node; for first ways, of their node
  Range<std::int64_t> bytes = {};
  std::vector<Threshold> thresholds = {};
  RuleAuthor by = RuleAuthor::person;
  int line = 0;  ///< of the file; 0: the rule is from no file

  /// The line for vectors of that length; null if there is none.
  [[nodiscard]] const Threshold* line_for(std::int64_t length) const {
    const auto found = std::ranges::find_if(
        thresholds, [&](const Threshold& threshold) { return length <= threshold.to_bytes; });
    return found == thresholds.end() ? nullptr : &*found;
  }
};

/// The time of one candidate at one point, of the slowest rank.
struct MeasuredTime {
  RuledKernel candidate = {};
  Interval seconds = {};
  /// The times of the visits at different moments, if there was more than one.
  std::vector<Interval> visits = {};

  [[nodiscard]] double median() const { return seconds.median; }
  [[nodiscard]] int number_of_visits() const {
    return visits.empty() ? 1 : static_cast<int>(visits.size());
  }
};

/// The gain of a choice, measured by turns that were not used to make the choice.
struct JudgedChoice {
  RuledKernel choice = {};
  Interval native = {};  ///< seconds of the MPI library's own call in these turns
  Interval chosen = {};  ///< seconds of the choice
  Interval gain = {};    ///< native over chosen, turn by turn
};

/// The times of all candidates at one point.
struct Measurement {
  schedule::Collective collective = schedule::Collective::allreduce;
  OperationClass operation = OperationClass::predefined;
  int ranks = 1;
  int ranks_per_node = 1;
  std::int64_t bytes = 0;
  std::vector<MeasuredTime> times = {};
  std::optional<JudgedChoice> judged = {};  ///< absent: not judged since the last visit
};

/// All of a point except its length. There is one rule for each.
[[nodiscard]] inline auto kind_of(const Measurement& point) {
  return std::tuple(point.collective, point.operation, point.ranks, point.ranks_per_node);
}

/// What identifies a point.
[[nodiscard]] inline auto subject_of(const Measurement& point) {
  return std::tuple_cat(kind_of(point), std::tuple(point.bytes));
}
using Subject = decltype(subject_of({}));

/// The kernel `node`, in that way in all calls.
[[nodiscard]] RuledKernel candidate_of(algorithms::WayParameter way);

struct Rules {
  std::string source = {};  ///< the file's name, or "" for what is built in
  std::optional<MachineFingerprint> machine = {};
  std::optional<cost::CostModel> model = {};  ///< ranks_per_node is ignored
  std::vector<Rule> rules = {};               ///< the first that matches is used
  std::string timing = {};  ///< of measurements, one of `timings`; "": the first, or not known
  std::vector<Measurement> measurements = {};
  /// Of the kernel `node` in each way. All others are of what is chosen among.
  std::vector<Measurement> measured_ways = {};
};

/// How calls were timed, as `allfold tune --timing` names it.
inline constexpr std::array<std::string_view, 4> timings{"separated", "fresh", "cold",
                                                         "back-to-back"};

}  // namespace allfold::rules
