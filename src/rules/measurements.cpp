/// The measurements of a rules file.

#include <algorithm>
#include <cmath>

#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::rules {

namespace {

constexpr std::size_t numbers_of_interval = 3;
constexpr std::int64_t most_visits_alike = 16;

bool is_number(const JsonNode& node) {
  return node.kind == JsonNode::Kind::real || node.kind == JsonNode::Kind::whole;
}

/// Whether a number of visits follows the three numbers, as in early rules files.
bool has_number_of_visits(const JsonNode& node) {
  return node.children.size() == numbers_of_interval + 1 && is_number(node.children.back());
}

/// Whether the node is a list of three numbers.
bool is_interval(const JsonNode& node) {
  return node.kind == JsonNode::Kind::list && node.children.size() == numbers_of_interval &&
         std::ranges::all_of(node.children, is_number);
}

bool is_above_zero_and_in_order(const Interval& interval) {
  return interval.low > 0 && interval.low <= interval.median && interval.median <= interval.high;
}

/// The interval of the first three numbers.
Interval interval_of(const std::vector<JsonNode>& numbers) {
  return {.median = numbers[0].real, .low = numbers[1].real, .high = numbers[2].real};
}

/// Whether the node is a list of three numbers, followed by visits: three numbers each, or their
/// number.
bool is_time(const JsonNode& node) {
  if (node.kind != JsonNode::Kind::list || node.children.size() < numbers_of_interval) return false;
  const auto first_visit = node.children.begin() + numbers_of_interval;
  return std::all_of(node.children.begin(), first_visit, is_number) &&
         (std::all_of(first_visit, node.children.end(), is_interval) || has_number_of_visits(node));
}

/// Equal visits that together give the interval `all`, if only the number of visits is known.
std::vector<Interval> alike(const Interval& all, std::int64_t number) {
  if (number == 1) return {};
  const auto visits = static_cast<std::size_t>(std::min(number, most_visits_alike));
  const double wider = std::sqrt(static_cast<double>(visits));
  return {visits,
          {.median = all.median,
           .low = all.median * std::pow(all.low / all.median, wider),
           .high = all.median * std::pow(all.high / all.median, wider)}};
}

/// Whether the times are of ways of the kernel `node`.
bool is_of_ways(const Measurement& measurement) {
  return !measurement.times.empty() &&
         std::ranges::all_of(measurement.times, [](const MeasuredTime& time) {
           return time.candidate.parameters.way != algorithms::WayParameter::learnt;
         });
}

}  // namespace

void RulesReader::measurements(const Spot& spot, Rules& rules) {
  if (!form_.is_list(spot, R"([{"collective": "allreduce", ...}])")) return;
  std::map<Subject, int> lines;
  std::map<Subject, int> lines_of_ways;
  for (const Spot& element : spot.elements()) {
    auto read = measurement(element);
    if (!read) continue;
    const bool is_of_ways = rules::is_of_ways(*read);
    check_point(element, *read, is_of_ways ? lines_of_ways : lines);
    (is_of_ways ? rules.measured_ways : rules.measurements).push_back(std::move(*read));
  }
}

std::string RulesReader::timing(const Spot& spot) {
  const auto name = form_.text(spot, R"("separated")");
  if (!name || std::ranges::find(timings, *name) != timings.end())
    return std::string(name.value_or(""));
  form_.say(spot,
            text::format("unknown timing '{}'{}: expected separated, fresh, cold or back-to-back",
                         *name, text::did_you_mean(*name, timings)));
  return "";
}

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
  measured_ranks(spot, 1, measurement.ranks);
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

void RulesReader::measured_ranks(const Spot& spot, int least, int& ranks) {
  constexpr int most_ranks = 1 << 20;
  number(spot, "ranks", least, ranks);
  if (ranks <= most_ranks) return;
  form_.say(*spot.member("ranks"),
            text::format("too many ranks, {}: expected {} at most", ranks, most_ranks));
  ranks = most_ranks;
}

void RulesReader::check_point(const Spot& spot, const Measurement& measurement,
                              std::map<Subject, int>& lines) {
  const auto [known, is_new] = lines.emplace(subject_of(measurement), spot.node->line);
  if (!is_new)
    form_.say(spot,
              duplicate(text::format("{} on {} ranks, {} on a node, {} bytes",
                                     schedule::name_of(measurement.collective), measurement.ranks,
                                     measurement.ranks_per_node, measurement.bytes),
                        known->second));
}

void RulesReader::times(const Spot& spot, Measurement& measurement) {
  if (spot.node->kind != JsonNode::Kind::object || spot.node->children.empty()) {
    form_.say(spot, R"(no times: expected at least one candidate, for example )"
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
  if (is_interval(*spot.node))
    if (const Interval read = interval_of(spot.node->children); is_above_zero_and_in_order(read))
      return read;
  form_.say(spot,
            "invalid interval: expected a median above 0 and between its ends; write it as in "
            "[1.4, 1.3, 1.5]: median, low, high");
  return std::nullopt;
}

std::optional<MeasuredTime> RulesReader::seconds(const Spot& spot, const RuledKernel& candidate) {
  constexpr std::string_view example = "[2e-5, 1.9e-5, 2.2e-5]: median, low, high";
  const Spot numbers{.node = spot.node, .path = text::format("{}.{}", spot.path, spot.node->key)};
  if (!is_time(*spot.node)) {
    form_.say(numbers, text::format("invalid time: expected [median, low, high], and optionally "
                                    "the same of each visit; in seconds, for example {}",
                                    example));
    return std::nullopt;
  }
  const Interval all = interval_of(spot.node->children);
  MeasuredTime time{.candidate = candidate, .seconds = all};
  std::vector<Interval> intervals{all};
  if (has_number_of_visits(*spot.node)) {
    const auto number = form_.whole(numbers.elements().back(), 1, "2");
    if (!number) return std::nullopt;
    time.visits = alike(all, *number);
  } else {
    for (std::size_t i = numbers_of_interval; i < spot.node->children.size(); ++i)
      time.visits.push_back(interval_of(spot.node->children[i].children));
    intervals.insert(intervals.end(), time.visits.begin(), time.visits.end());
  }
  const auto wrong = std::ranges::find_if_not(intervals, is_above_zero_and_in_order);
  if (wrong == intervals.end()) return time;
  form_.say(numbers, text::format("invalid time {:g}, {:g}, {:g}: expected a median above 0 and "
                                  "between its ends; write seconds as in {}",
                                  wrong->median, wrong->low, wrong->high, example));
  return std::nullopt;
}

}  // namespace allfold::rules
