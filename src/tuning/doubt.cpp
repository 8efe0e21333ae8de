#include "tuning/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/segment_length.hpp"
#include "tuning/contradiction.hpp"
#include "tuning/points.hpp"

namespace allfold::tuning {

namespace {

constexpr double between_visits = 0.1;  // half of the interval of the ratio of two visits
constexpr double too_far = 1.5;
constexpr double weight_of_native = 0.5;
constexpr std::size_t most_others = 4;

/// The square of half of the interval of a time among visits, in logarithms.
double width_squared(const rules::MeasuredTime& time) {
  const double half = std::log(time.seconds.high / time.seconds.low) / 2;
  return half * half + between_visits * between_visits / time.number_of_visits();
}

double distance(const rules::MeasuredTime& a, const rules::MeasuredTime& b) {
  return std::abs(std::log(a.median() / b.median())) /
         std::sqrt(width_squared(a) + width_squared(b));
}

struct Other {
  rules::RuledKernel candidate;
  double distance;
};

/// The choice with segments of a quarter, and of four times, the default length, if vectors are cut
/// and no other length was tried yet.
std::vector<rules::RuledKernel> with_other_segments(const rules::Measurement& point,
                                                    const rules::RuledKernel& choice) {
  const std::int64_t own =
      point.ranks_per_node == point.ranks ? rules::segment_on_one_node : rules::usual_eager_limit;
  const bool is_cut = !choice.is_native() &&
                      choice.kernel->carrier == algorithms::Carrier::messages && point.bytes > own;
  const bool were_tried = std::ranges::any_of(point.times, [](const rules::MeasuredTime& time) {
    return time.candidate.segment_bytes.has_value();
  });
  if (!is_cut || were_tried) return {};
  std::vector<rules::RuledKernel> others(2, choice);
  others[0].segment_bytes = own / 4;
  others[1].segment_bytes = own * 4;
  return others;
}

}  // namespace

bool Doubt::is_worth_a_visit() const { return distance < too_far; }

Doubt doubt_of(const rules::Measurement& point, const rules::RuledKernel& choice,
               const std::vector<rules::Measurement>& all) {
  const rules::MeasuredTime& chosen = *time_of(choice, point);
  std::vector<Other> others;
  for (const rules::MeasuredTime& time : point.times) {
    if (time.candidate == choice) continue;
    if (const rules::MeasuredTime* longer = contradiction_of(time, point, all);
        longer != nullptr && longer->seconds.low < chosen.seconds.high) {
      others.push_back({.candidate = time.candidate, .distance = 0});
      continue;
    }
    const bool is_by_native = choice.is_native() || time.candidate.is_native();
    others.push_back({.candidate = time.candidate,
                      .distance = (is_by_native ? weight_of_native : 1) * distance(time, chosen)});
  }
  std::ranges::sort(others, {}, &Other::distance);
  Doubt doubt{.distance = others.empty() ? std::numeric_limits<double>::infinity()
                                         : others.front().distance,
              .candidates = {{}}};
  if (!choice.is_native()) doubt.candidates.push_back(choice);
  for (const Other& other : others)
    if (!other.candidate.is_native() && other.distance < too_far &&
        doubt.candidates.size() < most_others + 1)
      doubt.candidates.push_back(other.candidate);
  const std::vector<rules::RuledKernel> untried = with_other_segments(point, choice);
  doubt.candidates.insert(doubt.candidates.end(), untried.begin(), untried.end());
  if (!untried.empty()) doubt.distance = std::min(doubt.distance, 1.0);
  return doubt;
}

const rules::RuledKernel& choice_at(const rules::Measurement& point,
                                    const std::vector<rules::Rule>& rules) {
  const auto line_of = [&](const rules::Rule& rule) {
    const rules::Threshold* line = rule.line_for(point.bytes);
    return line != nullptr && line->use ? line : nullptr;
  };
  const auto rule = std::ranges::find_if(rules, [&](const rules::Rule& each) {
    return each.by == rules::RuleAuthor::tuner && each.collective == point.collective &&
           each.ranks.holds(point.ranks) && each.ranks_per_node.holds(point.ranks_per_node) &&
           std::ranges::find(each.operations, point.operation) != each.operations.end() &&
           line_of(each) != nullptr;
  });
  return *line_of(*rule)->use;
}

}  // namespace allfold::tuning
