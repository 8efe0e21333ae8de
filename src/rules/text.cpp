/// The text of a rules file: one line for each choice and each candidate, for people to read.
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cost/parameters.hpp"
#include "rules/file.hpp"
#include "rules/keys.hpp"
#include "rules/segment_length.hpp"
#include "text/format.hpp"

namespace allfold::rules {

namespace {

std::string in_quotes(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The lines, separated by commas.
std::string joined(const std::vector<std::string>& lines) {
  return text::format("{}", fmt::join(lines, ",\n"));
}

std::string text_of(const MachineFingerprint& machine) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view key, const std::string& value) {
    if (!value.empty()) parts.push_back(text::format("\"{}\": {}", key, in_quotes(value)));
  };
  add("processor", machine.processor);
  if (machine.processors > 0)
    parts.push_back(text::format("\"processors\": {}", machine.processors));
  add("network", machine.network);
  add("mpi", machine.mpi);
  return text::format(R"(  "machine": {{{}}})", fmt::join(parts, ", "));
}

std::string text_of(const cost::ModelTerm& term, double value) {
  const std::string text = cost::text_of_term(term, value);
  return term.unit == cost::ModelTerm::Unit::nodes ? text : in_quotes(text);
}

std::string text_of_model(cost::CostModel model) {
  std::vector<std::string> terms;
  for (const cost::ModelTerm& term : cost::model_terms())
    if (std::isfinite(term.of(model)))
      terms.push_back(text::format("{}: {}", in_quotes(term.name), text_of(term, term.of(model))));
  return text::format(R"(  "model": {{{}}})", fmt::join(terms, ", "));
}

/// A key and its range, or "" if the range contains all numbers.
template <class Number>
std::string text_of(std::string_view key, const Range<Number>& range) {
  const bool is_open = range.to == std::numeric_limits<Number>::max();
  if (range.from <= 1 && is_open) return "";
  return text::format(R"(, "{}": [{}, {}])", key, std::max(range.from, Number{1}),
                      is_open ? "null" : std::to_string(range.to));
}

std::string text_of(const Threshold& line) {
  std::vector<std::string> members;
  const auto add = [&](std::string_view key, std::string_view value) {
    members.push_back(text::format("{}: {}", in_quotes(key), value));
  };
  if (line.to_bytes != std::numeric_limits<std::int64_t>::max())
    add("to-bytes", std::to_string(line.to_bytes));
  if (line.use) {
    RuledKernel whole = *line.use;
    whole.segment_bytes.reset();
    add("kernel", in_quotes(allfold::rules::text_of(whole)));
    if (line.use->segment_bytes)
      add("segment", in_quotes(text_of_segment(*line.use->segment_bytes)));
  }
  if (line.first_way) add("first-way", in_quotes(algorithms::name_of(*line.first_way)));
  return text::format("       {{{}}}", fmt::join(members, ", "));
}

std::string text_of(const Rule& rule) {
  std::string operations;
  for (const OperationClass operation : rule.operations)
    operations +=
        text::format("{}{}", operations.empty() ? "" : ", ", in_quotes(name_of(operation)));
  if (!operations.empty()) operations = text::format(R"(, "operations": [{}])", operations);
  std::vector<std::string> lines;
  for (const Threshold& line : rule.thresholds) lines.push_back(text_of(line));
  const std::string by =
      rule.by == RuleAuthor::tuner ? text::format(R"(, "by": {})", in_quotes(by_tuner)) : "";
  return text::format("    {{\"collective\": {}{}{}{}{}{},\n     \"choose\": [\n{}]}}",
                      in_quotes(schedule::name_of(rule.collective)), operations,
                      text_of("ranks", rule.ranks), text_of("ranks-per-node", rule.ranks_per_node),
                      text_of("bytes", rule.bytes), by, joined(lines));
}

std::string numbers_of(const Interval& interval) {
  return text::format("{:.5g}, {:.5g}, {:.5g}", interval.median, interval.low, interval.high);
}

std::string text_of(const Interval& interval) { return text::format("[{}]", numbers_of(interval)); }

std::string text_of(const MeasuredTime& time) {
  std::string visits;
  for (const Interval& visit : time.visits) visits += ", " + text_of(visit);
  return text::format("       {}: [{}{}]", in_quotes(allfold::rules::text_of(time.candidate)),
                      numbers_of(time.seconds), visits);
}

std::string text_of(const JudgedChoice& judged) {
  return text::format(
      ",\n     \"judged\": {{\"choice\": {}, \"native\": {}, \"chosen\": {}, \"gain\": {}}}",
      in_quotes(allfold::rules::text_of(judged.choice)), text_of(judged.native),
      text_of(judged.chosen), text_of(judged.gain));
}

std::string text_of(const Measurement& point) {
  std::vector<std::string> times;
  for (const MeasuredTime& time : point.times) times.push_back(text_of(time));
  return text::format(
      "    {{\"collective\": {}, \"operation\": {}, \"ranks\": {}, \"ranks-per-node\": {}, "
      "\"bytes\": {},\n     \"times\": {{\n{}}}{}}}",
      in_quotes(schedule::name_of(point.collective)), in_quotes(name_of(point.operation)),
      point.ranks, point.ranks_per_node, point.bytes, joined(times),
      point.judged ? text_of(*point.judged) : "");
}

template <class Item>
std::string list(std::string_view key, const std::vector<Item>& items) {
  std::vector<std::string> lines;
  lines.reserve(items.size());
  for (const Item& item : items) lines.push_back(text_of(item));
  return text::format("  {}: [\n{}]", in_quotes(key), joined(lines));
}

}  // namespace

std::string text_of(const Rules& rules) {
  std::vector<std::string> parts{text::format("  \"format\": {}", in_quotes(rules_format))};
  if (rules.machine && parts_named(*rules.machine) > 0) parts.push_back(text_of(*rules.machine));
  if (rules.model) parts.push_back(text_of_model(*rules.model));
  if (!rules.rules.empty()) parts.push_back(list("rules", rules.rules));
  if (!rules.timing.empty())
    parts.push_back(text::format("  \"timing\": {}", in_quotes(rules.timing)));
  std::vector<Measurement> measurements = rules.measurements;
  measurements.insert(measurements.end(), rules.measured_ways.begin(), rules.measured_ways.end());
  if (!measurements.empty()) parts.push_back(list("measurements", measurements));
  return text::format("{{\n{}\n}}\n", joined(parts));
}

}  // namespace allfold::rules
