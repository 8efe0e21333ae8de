#include "rules/first_ways.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "text/size_class.hpp"

namespace allfold::rules {

namespace {

constexpr int most_steps = 2;     // by a factor of two each
constexpr int size_classes = 63;  // of the lengths of vectors, without that of empty ones

using Ways = std::vector<const KnownWay*>;  // for one collective and number of ranks

/// The shortest and the longest length of a class.
std::int64_t shortest_of(int size_class) { return std::int64_t{1} << (size_class - 1); }
std::int64_t longest_of(int size_class) {
  return shortest_of(size_class) - 1 + shortest_of(size_class);
}

/// The known way for the lengths of a class; null if there is none.
const KnownWay* way_for(int size_class, const Ways& ways) {
  const auto distance = [&](const KnownWay* way) {
    const int own_class = text::size_class_of(way->bytes);
    return std::pair(std::abs(own_class - size_class), own_class);
  };
  const KnownWay* nearest = *std::ranges::min_element(ways, {}, distance);
  return distance(nearest).first <= most_steps ? nearest : nullptr;
}

/// A rule for the lengths of a class, which says nothing yet.
Rule rule_from(int size_class, const KnownWay& way) {
  return {.collective = way.collective,
          .operations = {OperationClass::predefined},
          .ranks_per_node = {.from = way.ranks, .to = way.ranks},
          .bytes = {.from = shortest_of(size_class)},
          .by = way.by,
          .line = way.line};
}

void add_rules(std::vector<Rule>& rules, const Ways& ways) {
  const KnownWay* before = nullptr;
  for (int size_class = 1; size_class <= size_classes; ++size_class) {
    const KnownWay* way = way_for(size_class, ways);
    if (way != nullptr) {
      if (before == nullptr || before->by != way->by) rules.push_back(rule_from(size_class, *way));
      Rule& rule = rules.back();
      std::vector<Threshold>& lines = rule.thresholds;
      if (lines.empty() || lines.back().first_way != way->first) {
        if (!lines.empty()) lines.back().to_bytes = rule.bytes.to;
        lines.push_back({.first_way = way->first});
      }
      rule.bytes.to = longest_of(size_class);
    }
    before = way;
  }
}

}  // namespace

std::vector<Rule> rules_of(const std::vector<KnownWay>& known) {
  std::map<std::pair<schedule::Collective, int>, Ways> ways;
  for (const KnownWay& way : known) ways[{way.collective, way.ranks}].push_back(&way);
  std::vector<Rule> rules;
  for (const auto& [kind, of_kind] : ways) add_rules(rules, of_kind);
  return rules;
}

std::vector<KnownWay> fastest_ways(const std::vector<Measurement>& measured_ways) {
  std::vector<KnownWay> ways;
  ways.reserve(measured_ways.size());
  for (const Measurement& measured : measured_ways)
    ways.push_back({.collective = measured.collective,
                    .ranks = measured.ranks_per_node,
                    .bytes = measured.bytes,
                    .first = std::ranges::min_element(measured.times, {}, &MeasuredTime::median)
                                 ->candidate.parameters.way,
                    .by = RuleAuthor::tuner});
  return ways;
}

}  // namespace allfold::rules
