/// @file The reader of rules files: their objects one by one.
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/first_ways.hpp"
#include "rules/form.hpp"

namespace allfold::rules {

/// Reads the objects of a file. What cannot be read is left out and reported as an error.
class RulesReader {
 public:
  explicit RulesReader(const std::string& file_name) : form_(file_name) {}

  [[nodiscard]] std::vector<std::string> errors() const { return form_.errors(); }

  Rules file(const JsonNode& root);
  void no_json(const JsonMistake& mistake);

 private:
  void format(const Spot& spot);
  std::optional<MachineFingerprint> machine(const Spot& spot);
  std::optional<cost::CostModel> model(const Spot& spot);
  std::optional<Rule> rule(const Spot& spot);
  void operations(const Spot& spot, Rule& rule);
  void ranks_per_node(const Spot& spot, Rule& rule);
  void author(const Spot& spot, Rule& rule);
  void thresholds(const Spot& spot, Rule& rule);
  std::optional<Threshold> threshold(const Spot& spot, const Rule& rule);
  void limits(const std::vector<Spot>& lines);
  std::optional<algorithms::WayParameter> way(const Spot& spot, std::string_view name);
  /// Reads the list `ways` of an early file as rules and measurements.
  void early_ways(const Spot& spot, Rules& rules);
  std::optional<KnownWay> early_way(const Spot& spot, std::vector<MeasuredTime>& times);
  void times_of_ways(const Spot& spot, std::vector<MeasuredTime>& times);
  std::string timing(const Spot& spot);
  void measurements(const Spot& spot, Rules& rules);
  std::optional<Measurement> measurement(const Spot& spot);
  void measured_ranks(const Spot& spot, int least, int& ranks);
  /// Checks that there is one entry for each point. `lines` are the lines of the entries before.
  void check_point(const Spot& spot, const Measurement& measurement, std::map<Subject, int>& lines);
  /// The error message for a second entry; `line` is that of the first.
  [[nodiscard]] static std::string duplicate(std::string_view entry, int line);
  void times(const Spot& spot, Measurement& measurement);
  std::optional<MeasuredTime> time(const Spot& spot, const Measurement& measurement);
  /// Reads a candidate such as "ring segment=64k"; absent if it cannot serve at that point.
  std::optional<RuledKernel> candidate(const Spot& spot, std::string_view name,
                                       const Measurement& measurement);
  void judged(const Spot& spot, Measurement& measurement);
  std::optional<Interval> interval(const Spot& spot);
  /// Reads the times of a candidate.
  std::optional<MeasuredTime> seconds(const Spot& spot, const RuledKernel& candidate);

  std::optional<schedule::Collective> collective(const Spot& spot);
  std::optional<OperationClass> operation(const Spot& spot);
  std::optional<RuledKernel> kernel(const Spot& spot, std::string_view name,
                                    schedule::Collective collective);
  void segment(const Spot& spot, std::string_view text, RuledKernel& ruled);
  void check_ranks(const Spot& spot, const RuledKernel& ruled, const Range<int>& ranks);

  /// Calls read(member), if the member exists.
  template <class Read>
  void with(const Spot& spot, std::string_view name, Read read) {
    if (const auto member = spot.member(name)) read(*member);
  }
  /// Reads the whole number `name` into `value`, if it exists and is valid.
  template <class Number>
  void number(const Spot& spot, std::string_view name, std::int64_t least, Number& value) {
    with(spot, name, [&](const Spot& member) {
      constexpr std::int64_t most = std::numeric_limits<Number>::max();
      if (const auto read = form_.whole(member, least, "16"))
        value = static_cast<Number>(std::min(*read, most));
    });
  }

  FormReader form_;
};

}  // namespace allfold::rules
