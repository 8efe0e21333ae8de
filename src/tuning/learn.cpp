#include "tuning/learn.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "tuning/points.hpp"

namespace allfold::tuning {

namespace {

const rules::MeasuredTime& quickest(const rules::Measurement& point) {
  return *std::ranges::min_element(point.times, {}, &rules::MeasuredTime::median);
}

/// The largest ratio of the median of a kernel to that of the fastest, even if their intervals
/// overlap: if the times of visits are very different, all intervals do.
constexpr double most_excess = 1.15;
/// The largest ratio of a kernel's median to that of the MPI library's own call with which the
/// kernel is still preferred. Medians of a few visits are uncertain by about 2 %, so that the
/// kernel takes at most about 3 % longer.
constexpr double most_behind_native = 1.01;

/// Whether a kernel cannot be distinguished from the fastest candidate, and is as good as the MPI
/// library's own call.
bool is_among_best(const rules::MeasuredTime& time, const rules::Measurement& point) {
  const rules::MeasuredTime& best = quickest(point);
  if (is_quicker(best, time) || time.median() > most_excess * best.median()) return false;
  const rules::MeasuredTime* native = time_of({}, point);
  return native == nullptr || time.median() <= most_behind_native * native->median();
}

/// Whether the MPI library's own call is chosen: ties go to kernels.
bool native_wins(const rules::Measurement& point) {
  return std::ranges::none_of(point.times, [&](const rules::MeasuredTime& time) {
    return !time.candidate.is_native() && is_among_best(time, point);
  });
}

/// A candidate over the points of one rule: where it may be chosen, and its time there.
struct Column {
  rules::RuledKernel candidate;
  std::vector<bool> may_hold = {};
  std::vector<bool> is_untuned = {};  ///< where it is chosen without rules
  std::vector<double> excess = {};    ///< log of its time over the fastest one

  [[nodiscard]] bool holds(std::size_t from, std::size_t to) const {
    return std::all_of(may_hold.begin() + static_cast<std::ptrdiff_t>(from),
                       may_hold.begin() + static_cast<std::ptrdiff_t>(to),
                       [](bool may) { return may; });
  }
  /// The lowest standing is the best: kernels come first, then candidates that are chosen without
  /// rules at more of these points, then those with the lower mean time.
  [[nodiscard]] std::tuple<bool, int, double> standing(std::size_t from, std::size_t to) const {
    std::tuple<bool, int, double> standing(candidate.is_native(), 0, 0);
    for (std::size_t i = from; i < to; ++i) {
      if (is_untuned[i]) --std::get<int>(standing);
      std::get<double>(standing) += excess[i];
    }
    return standing;
  }
};

Column column_of(const rules::RuledKernel& candidate, std::span<const rules::Measurement> points,
                 const select::Untuned& untuned) {
  Column column{.candidate = candidate};
  for (const rules::Measurement& point : points) {
    column.is_untuned.push_back(candidate == untuned(point));
    const rules::MeasuredTime* time = time_of(candidate, point);
    column.may_hold.push_back(candidate.is_native()
                                  ? native_wins(point)
                                  : time != nullptr && is_among_best(*time, point));
    column.excess.push_back(time == nullptr ? 0
                                            : std::log(time->median() / quickest(point).median()));
  }
  return column;
}

/// The columns of all candidates.
std::vector<Column> columns_of(std::span<const rules::Measurement> points,
                               const select::Untuned& untuned) {
  std::vector<Column> columns;
  for (const rules::Measurement& point : points)
    for (const rules::MeasuredTime& time : point.times)
      if (std::ranges::none_of(
              columns, [&](const Column& column) { return column.candidate == time.candidate; }))
        columns.push_back(column_of(time.candidate, points, untuned));
  return columns;
}

/// The best of the columns that may be chosen at all points from `from` to before `to`; null if
/// there are none.
const Column* best_holder(const std::vector<Column>& columns, std::size_t from, std::size_t to) {
  const Column* best = nullptr;
  for (const Column& column : columns)
    if (column.holds(from, to) &&
        (best == nullptr || column.standing(from, to) < best->standing(from, to)))
      best = &column;
  return best;
}

std::int64_t between(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(std::sqrt(static_cast<double>(a) * static_cast<double>(b)));
}

// Each threshold covers as many points as any candidate can, which gives the fewest thresholds.
std::vector<rules::Threshold> thresholds_of(std::span<const rules::Measurement> points,
                                            const select::Untuned& untuned) {
  const std::vector<Column> columns = columns_of(points, untuned);
  std::vector<rules::Threshold> thresholds;
  for (std::size_t from = 0; from < points.size();) {
    std::size_t to = from + 1;
    while (to < points.size() && best_holder(columns, from, to + 1) != nullptr) ++to;
    rules::Threshold threshold{.use = best_holder(columns, from, to)->candidate};
    if (to < points.size()) threshold.to_bytes = between(points[to - 1].bytes, points[to].bytes);
    thresholds.push_back(threshold);
    from = to;
  }
  return thresholds;
}

}  // namespace

bool is_quicker(const rules::MeasuredTime& a, const rules::MeasuredTime& b) {
  return a.seconds.high < b.seconds.low;
}

std::vector<rules::Rule> learn(std::vector<rules::Measurement> measurements,
                               const select::Untuned& untuned) {
  std::ranges::sort(measurements, {}, &subject_of);
  std::vector<rules::Rule> rules;
  for (auto from = measurements.begin(); from != measurements.end();) {
    const auto to = std::find_if(from, measurements.end(), [&](const rules::Measurement& point) {
      return kind_of(point) != kind_of(*from);
    });
    rules.push_back({.collective = from->collective,
                     .operations = {from->operation},
                     .ranks = {.from = from->ranks, .to = from->ranks},
                     .ranks_per_node = {.from = from->ranks_per_node, .to = from->ranks_per_node},
                     .thresholds = thresholds_of({from, to}, untuned),
                     .by = rules::RuleAuthor::tuner});
    from = to;
  }
  return rules;
}

}  // namespace allfold::tuning
