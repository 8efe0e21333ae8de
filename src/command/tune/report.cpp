#include "command/tune/report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "command/letter_map.hpp"
#include "command/measure/format.hpp"
#include "command/sizes.hpp"
#include "cost/parameters.hpp"
#include "text/format.hpp"
#include "tuning/doubt.hpp"

namespace allfold::command::tune {

namespace {

using Points = std::vector<const rules::Measurement*>;

double quickest_at(const rules::Measurement& point) {
  return std::ranges::min(point.times, {}, &rules::MeasuredTime::median).median;
}

double median_at(const rules::Measurement& point, const rules::RuledKernel& candidate) {
  return std::ranges::find(point.times, candidate, &rules::MeasuredTime::candidate)->median;
}

std::string_view described(rules::OperationClass operation) {
  switch (operation) {
    case rules::OperationClass::predefined: return "predefined";
    case rules::OperationClass::commutative: return "the user's";
    case rules::OperationClass::ordered: return "the user's ordered";
  }
  return "";
}

/// Those of one subject, which has a map of its own, by it.
std::map<std::string, Points> by_subject(const rules::Rules& rules) {
  std::map<std::string, Points> subjects;
  for (const rules::Measurement& point : rules.measurements)
    subjects[text::format("{}, {} operations", schedule::name_of(point.collective),
                          described(point.operation))]
        .push_back(&point);
  for (auto& [subject, points] : subjects)
    std::ranges::sort(points, {}, [](const rules::Measurement* point) {
      return std::tuple(point->ranks, point->ranks_per_node, point->bytes);
    });
  return subjects;
}

std::vector<std::string> row_of(const rules::Measurement& point, const rules::Rules& rules) {
  const rules::RuledKernel& chosen = tuning::choice_at(point, rules.rules);
  const double median = median_at(point, chosen);
  const double native = median_at(point, {});
  const rules::MeasuredTime best = std::ranges::min(point.times, {}, &rules::MeasuredTime::median);
  return {std::to_string(point.ranks),
          std::to_string(point.ranks_per_node),
          readable_bytes(point.bytes),
          rules::text_of(chosen),
          measure::microseconds(median),
          measure::microseconds(native),
          measure::ratio_text(native / median),
          rules::text_of(best.candidate),
          measure::ratio_text(median / best.median)};
}

std::string table_of(const Points& points, const rules::Rules& rules, TableStyle style) {
  std::vector<std::vector<std::string>> rows{{"p", "per node", "size", "chosen", "µs", "native µs",
                                              "native/chosen", "quickest", "chosen/quickest"}};
  for (const rules::Measurement* point : points) rows.push_back(row_of(*point, rules));
  return table(rows, style);
}

/// Of the numbers of ranks that were measured in several placements the last one is shown.
std::string map_of(const Points& points, const rules::Rules& rules) {
  std::map<int, std::size_t> columns;
  std::map<std::int64_t, std::size_t> lines;
  LetterMap map;
  for (const rules::Measurement* point : points) {
    columns[point->ranks] = 0;
    lines[point->bytes] = 0;
  }
  for (auto& [ranks, column] : columns) {
    column = map.ranks.size();
    map.ranks.push_back(ranks);
  }
  for (auto& [bytes, line] : lines) {
    line = map.bytes.size();
    map.bytes.push_back(bytes);
  }
  map.names.assign(map.bytes.size(), std::vector<std::string>(map.ranks.size()));
  std::set<std::string> names;
  for (const rules::Measurement* point : points) {
    const std::string name = rules::text_of(tuning::choice_at(*point, rules.rules));
    map.names[lines[point->bytes]][columns[point->ranks]] = name;
    names.insert(name);
  }
  map.legend.assign(names.begin(), names.end());
  return text_of(map);
}

std::string means_of(const Points& points, const rules::Rules& rules) {
  double gain = 0;
  double regret = 0;
  for (const rules::Measurement* point : points) {
    const double chosen = median_at(*point, tuning::choice_at(*point, rules.rules));
    gain += std::log(median_at(*point, {}) / chosen);
    regret += std::log(chosen / quickest_at(*point));
  }
  const auto size = static_cast<double>(points.size());
  return text::format(
      "In the geometric mean {:.2f} times as fast as native; {:.1f} % slower than the "
      "quickest at each point.\n",
      std::exp(gain / size), 100 * (std::exp(regret / size) - 1));
}

}  // namespace

std::string report(const rules::Rules& rules, TableStyle style) {
  std::string text;
  if (rules.model) text += text::format("The machine: {}\n", allfold::cost::text_of(*rules.model));
  const bool is_markdown = style == TableStyle::markdown;
  for (const auto& [subject, points] : by_subject(rules)) {
    text += text::format("\n{}{}\n\n", is_markdown ? "### " : "", subject);
    text += table_of(points, rules, style) + '\n';
    text += means_of(points, rules) + '\n';
    text +=
        is_markdown ? text::format("```\n{}```\n", map_of(points, rules)) : map_of(points, rules);
  }
  return text;
}

}  // namespace allfold::command::tune
