#include "command/tune/report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "command/letter_map.hpp"
#include "command/measure/format.hpp"
#include "command/sizes.hpp"
#include "cost/parameters.hpp"
#include "select/ruled_way.hpp"
#include "text/format.hpp"
#include "tuning/doubt.hpp"
#include "tuning/points.hpp"

namespace allfold::command::tune {

namespace {

using Points = std::vector<const rules::Measurement*>;

const tuning::Judgement* judgement_of(const rules::Measurement& point,
                                      const tuning::Judgements& judgements) {
  const auto found = judgements.find(tuning::subject_of(point));
  return found == judgements.end() ? nullptr : &found->second;
}

std::string_view described(rules::OperationClass operation) {
  switch (operation) {
    case rules::OperationClass::predefined: return "predefined";
    case rules::OperationClass::commutative: return "commutative user";
    case rules::OperationClass::ordered: return "non-commutative user";
  }
  return "";
}

/// The points of each subject. Each subject has a map of its own.
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

/// A table of the first ways of long vectors, with the time of each way.
std::string table_of_ways(const rules::Rules& rules, TableStyle style) {
  std::vector<std::vector<std::string>> rows{{"collective", "p", "size", "first way"}};
  for (const algorithms::WayParameter way : algorithms::named_ways)
    rows.front().push_back(text::format("{} µs", algorithms::name_of(way)));
  for (const rules::Measurement& point : rules.measured_ways) {
    const auto first = select::ruled_way(rules, {.collective = point.collective,
                                                 .ranks = point.ranks,
                                                 .ranks_per_node = point.ranks_per_node,
                                                 .bytes = point.bytes});
    std::vector<std::string> row{std::string(schedule::name_of(point.collective)),
                                 std::to_string(point.ranks), readable_bytes(point.bytes),
                                 std::string(first ? algorithms::name_of(*first) : "–")};
    for (const algorithms::WayParameter way : algorithms::named_ways) {
      const rules::MeasuredTime* time = tuning::time_of(rules::candidate_of(way), point);
      row.push_back(time == nullptr ? "–" : measure::microseconds(time->median()));
    }
    rows.push_back(std::move(row));
  }
  return table(rows, style);
}

/// Whether something was compared with itself.
bool is_exactly_one(const rules::Interval& ratio) { return ratio.low == 1 && ratio.high == 1; }

/// A ratio of turns that did not make the choice, or the reason why it is not known.
std::string told_by(const rules::Interval* ratio) {
  if (ratio == nullptr) return "–";
  if (is_exactly_one(*ratio)) return measure::ratio_text(1);
  return tuning::is_telling(*ratio) ? measure::marked_ratio(*ratio) : "busy";
}

std::vector<std::string> row_of(const rules::Measurement& point, const rules::Rules& rules,
                                const tuning::Judgements& judgements) {
  const rules::RuledKernel& chosen = tuning::choice_at(point, rules.rules);
  const rules::MeasuredTime best = std::ranges::min(point.times, {}, &rules::MeasuredTime::median);
  const tuning::Judgement* judged = judgement_of(point, judgements);
  return {
      std::to_string(point.ranks),
      std::to_string(point.ranks_per_node),
      readable_bytes(point.bytes),
      rules::text_of(chosen),
      measure::microseconds(judged ? judged->chosen.median
                                   : tuning::time_of(chosen, point)->median()),
      measure::microseconds(judged ? judged->native.median : tuning::time_of({}, point)->median()),
      told_by(judged ? &judged->gain : nullptr),
      judged ? measure::interval(judged->gain, measure::ratio_text) : "–",
      rules::text_of(best.candidate),
      told_by(judged ? &judged->excess : nullptr)};
}

std::string table_of(const Points& points, const rules::Rules& rules,
                     const tuning::Judgements& judgements, TableStyle style) {
  std::vector<std::vector<std::string>> rows{{"p", "per node", "size", "chosen", "µs", "native µs",
                                              "native/chosen", "95 %", "fastest",
                                              "chosen/fastest"}};
  for (const rules::Measurement* point : points) rows.push_back(row_of(*point, rules, judgements));
  return table(rows, style);
}

/// If a number of ranks was measured in several placements, the map shows the last one.
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

std::string percent(double ratio) { return text::format("{:.1f}", 100 * (ratio - 1)); }

std::string means_of(const Points& points, const Court& court) {
  std::vector<tuning::Judgement> judged;
  for (const rules::Measurement* point : points)
    if (const tuning::Judgement* judgement = judgement_of(*point, court.judgements))
      judged.push_back(*judgement);
  // Points served natively need no measurement: their gain is exactly 1, which alone is no
  // judgement.
  const bool are_left_out = judged.size() < points.size();
  if (are_left_out && std::ranges::all_of(judged, is_exactly_one, &tuning::Judgement::gain))
    return "Not judged: no time was left to measure the choices again; use a longer --budget.\n";
  const tuning::MeanJudgement mean = tuning::mean_of(judged);
  const std::string basis =
      text::format("geometric mean of {} of {}, in turns that had no part in the choice",
                   judged.size(), measure::counted(static_cast<int>(points.size()), "point"));
  const bool is_busy = tuning::is_busy(court.waited);
  if (is_busy || !mean.is_telling())
    return text::format(
        "The node was too busy for a judgement{}: {}: {:.2f} to {:.2f} times as fast as native. "
        "Repeat it with --resume when the node is idle, or with a longer --budget.\n",
        is_busy ? text::format(" (ranks waited {:.0f} % of the time for a processor)",
                               100 * court.waited)
                : "",
        basis, mean.gain.low, mean.gain.high);
  return text::format(
      "Judged ({}): {:.2f} times as fast as native ({}); {} % slower than the fastest candidate "
      "({} % to {} %).\n",
      basis, mean.gain.median, measure::interval(mean.gain, measure::ratio_text),
      percent(mean.excess.median), percent(mean.excess.low), percent(mean.excess.high));
}

}  // namespace

std::string report(const rules::Rules& rules, const Court& court, TableStyle style) {
  std::string text;
  if (rules.model) text += text::format("The machine: {}\n", allfold::cost::text_of(*rules.model));
  const bool is_markdown = style == TableStyle::markdown;
  for (const auto& [subject, points] : by_subject(rules)) {
    text += text::format("\n{}{}\n\n", is_markdown ? "### " : "", subject);
    text += table_of(points, rules, court.judgements, style) + '\n';
    text += means_of(points, court) + '\n';
    text +=
        is_markdown ? text::format("```\n{}```\n", map_of(points, rules)) : map_of(points, rules);
  }
  if (!rules.measured_ways.empty())
    text += text::format("\n{}ways of long vectors through shared memory\n\n{}",
                         is_markdown ? "### " : "", table_of_ways(rules, style));
  return text;
}

}  // namespace allfold::command::tune
