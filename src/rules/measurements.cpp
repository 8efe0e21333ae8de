/// What was measured, as a rules file has it.

#include <algorithm>

#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "text/format.hpp"

namespace allfold::rules {

namespace {

constexpr std::int64_t most_visits = std::numeric_limits<int>::max();

bool are_numbers(const JsonNode& node) {
  return node.kind == JsonNode::Kind::list &&
         std::ranges::all_of(node.children, [](const JsonNode& child) {
           return child.kind == JsonNode::Kind::real || child.kind == JsonNode::Kind::whole;
         });
}

/// Three numbers, or four.
bool is_time(const JsonNode& node) {
  return are_numbers(node) && (node.children.size() == 3 || node.children.size() == 4);
}

}  // namespace

std::optional<Measurement> RulesReader::measurement(const Spot& spot) {
  if (!form_.is_object(spot, rules_forms()[measurement_form])) return std::nullopt;
  Measurement measurement;
  bool is_known = false;
  with(spot, "collective", [&](const Spot& member) {
    const auto found = collective(member);
    is_known = found.has_value();
    measurement.collective = found.value_or(measurement.collective);
  });
  with(spot, "operation", [&](const Spot& member) {
    measurement.operation = operation(member).value_or(measurement.operation);
  });
  number(spot, "ranks", 1, measurement.ranks);
  number(spot, "ranks-per-node", 1, measurement.ranks_per_node);
  if (measurement.ranks_per_node > measurement.ranks)
    form_.say(*spot.member("ranks-per-node"),
              text::format("no node holds {} ranks: there are {}; write {} at most",
                           measurement.ranks_per_node, measurement.ranks, measurement.ranks));
  number(spot, "bytes", 0, measurement.bytes);
  if (!is_known) return measurement;
  with(spot, "times", [&](const Spot& member) { times(member, measurement); });
  with(spot, "judged", [&](const Spot& member) { judged(member, measurement); });
  return measurement;
}

void RulesReader::times(const Spot& spot, Measurement& measurement) {
  if (spot.node->kind != JsonNode::Kind::object || spot.node->children.empty()) {
    form_.say(spot,
              R"(there are no times here: expected those of at least one candidate; write as in )"
              R"({"native": [2e-5, 1.9e-5, 2.2e-5]})");
    return;
  }
  for (const JsonNode& child : spot.node->children)
    if (auto read = time({.node = &child, .path = spot.path}, measurement))
      measurement.times.push_back(std::move(*read));
}

std::optional<MeasuredTime> RulesReader::time(const Spot& spot, const Measurement& measurement) {
  const auto read = candidate(spot, spot.node->key, measurement);
  return read ? seconds(spot, *read) : std::nullopt;
}

std::optional<RuledKernel> RulesReader::candidate(const Spot& spot, std::string_view name,
                                                  const Measurement& measurement) {
  const std::size_t end = name.find(before_segment);
  const auto ruled = kernel(spot, name.substr(0, end), measurement.collective);
  if (!ruled) return std::nullopt;
  RuledKernel whole = *ruled;
  if (end != std::string_view::npos) segment(spot, name.substr(end + before_segment.size()), whole);
  check_ranks(spot, *ruled, {.from = measurement.ranks, .to = measurement.ranks});
  return whole;
}

void RulesReader::judged(const Spot& spot, Measurement& measurement) {
  if (!form_.is_object(spot, rules_forms()[judgement_form])) return;
  JudgedChoice read;
  with(spot, "choice", [&](const Spot& member) {
    if (const auto name = form_.text(member, "\"ring segment=64k\""))
      read.choice = candidate(member, *name, measurement).value_or(read.choice);
  });
  const auto fill = [&](std::string_view name, Interval& value) {
    with(spot, name, [&](const Spot& member) { value = interval(member).value_or(value); });
  };
  fill("native", read.native);
  fill("chosen", read.chosen);
  fill("gain", read.gain);
  measurement.judged = read;
}

std::optional<Interval> RulesReader::interval(const Spot& spot) {
  const std::vector<JsonNode>& numbers = spot.node->children;
  if (are_numbers(*spot.node) && numbers.size() == 3) {
    const Interval read{.median = numbers[0].real, .low = numbers[1].real, .high = numbers[2].real};
    if (read.low > 0 && read.low <= read.median && read.median <= read.high) return read;
  }
  form_.say(spot,
            "invalid interval: expected a median above 0 and between its ends; write it as in "
            "[1.4, 1.3, 1.5]: median, low, high");
  return std::nullopt;
}

std::optional<MeasuredTime> RulesReader::seconds(const Spot& spot, const RuledKernel& candidate) {
  MeasuredTime time{.candidate = candidate};
  constexpr std::string_view example = "[2e-5, 1.9e-5, 2.2e-5]: median, low, high";
  const Spot numbers{.node = spot.node, .path = text::format("{}.{}", spot.path, spot.node->key)};
  if (!is_time(*spot.node)) {
    form_.say(numbers, text::format("invalid time: expected a median between two ends, and perhaps "
                                    "visits; write seconds as in {}",
                                    example));
    return std::nullopt;
  }
  if (spot.node->children.size() == 4)
    if (const auto visits = form_.whole(numbers.elements()[3], 1, "2"))
      time.visits = static_cast<int>(std::min<std::int64_t>(*visits, most_visits));
  time.median = spot.node->children[0].real;
  time.low = spot.node->children[1].real;
  time.high = spot.node->children[2].real;
  if (time.low > 0 && time.low <= time.median && time.median <= time.high) return time;
  form_.say(numbers, text::format("invalid time {:g}, {:g}, {:g}: expected a median above 0 and "
                                  "between its ends; write seconds as in {}",
                                  time.median, time.low, time.high, example));
  return std::nullopt;
}

}  // namespace allfold::rules
