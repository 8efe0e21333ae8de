#include "command/report/measured.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "command/measure/setup.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

bool is_of(const Question& point, const Question& question) {
  const bool are_nodes_alike = point.ranks_per_node == question.ranks_per_node ||
                               point.ranks_per_node == 0 || question.ranks_per_node == 0;
  return point.collective == question.collective && point.operation == question.operation &&
         point.ranks == question.ranks && are_nodes_alike;
}

/// Interpolates linearly between the logarithms of bytes and ratio.
rules::Interval between(const MeasuredPoint& below, const MeasuredPoint& above, double bytes) {
  const double from = std::log(std::max(below.at.bytes, 1.0));
  const double to = std::log(std::max(above.at.bytes, 1.0));
  const double share = to > from ? (std::log(std::max(bytes, 1.0)) - from) / (to - from) : 0;
  const auto mixed = [&](double a, double b) {
    return std::pow(a, 1 - share) * std::pow(b, share);
  };
  return {.median = mixed(below.ratio.median, above.ratio.median),
          .low = mixed(below.ratio.low, above.ratio.low),
          .high = mixed(below.ratio.high, above.ratio.high)};
}

void add(Summary& summary, const MeasuredPoint& point) {
  ++summary.points;
  summary.mean += std::log(point.ratio.median);
  if (point.ratio.low > 1) ++summary.faster;
  if (point.ratio.high < 1) ++summary.slower;
  if (summary.worst == nullptr || point.ratio.median < summary.worst->ratio.median)
    summary.worst = &point;
  if (summary.best == nullptr || point.ratio.median > summary.best->ratio.median)
    summary.best = &point;
}

}  // namespace

bool MeasuredPoint::is_of_programs() const {
  return timing != measure::name_of(measure::Timing::back_to_back) &&
         (asked_for == "auto" || asked_for == "rules");
}

Measured::Measured(std::vector<MeasuredOn> files, std::vector<MeasuredPoint> points)
    : files_(std::move(files)), points_(std::move(points)) {
  const auto order = [](const MeasuredPoint& point) {
    const Question& at = point.at;
    return std::tuple(at.collective, at.operation, point.timing, point.asked_for, at.ranks,
                      at.ranks_per_node, at.bytes);
  };
  std::ranges::stable_sort(points_, {}, order);
}

std::string Measured::source() const {
  std::string names;
  for (const MeasuredOn& each : files_)
    names += text::format("{}{}", names.empty() ? "" : ", ", each.file);
  return names;
}

std::optional<rules::Interval> Measured::ratio(const Question& question) const {
  const MeasuredPoint* below = nullptr;
  const MeasuredPoint* above = nullptr;
  for (const MeasuredPoint& point : points_) {
    if (!point.is_of_programs() || !is_of(point.at, question)) continue;
    if (point.at.bytes < question.bytes) {
      if (below == nullptr || point.at.bytes >= below->at.bytes) below = &point;
    } else if (above == nullptr || point.at.bytes < above->at.bytes) {
      above = &point;
    }
  }
  if (above == nullptr) return std::nullopt;
  return below == nullptr ? above->ratio : between(*below, *above, question.bytes);
}

std::vector<Summary> summaries_of(const Measured& measured) {
  std::map<std::tuple<schedule::Collective, std::string, std::string>, Summary> kinds;
  for (const MeasuredPoint& point : measured.points()) {
    Summary& summary = kinds[{point.at.collective, point.timing, point.asked_for}];
    summary.collective = point.at.collective;
    summary.timing = point.timing;
    summary.asked_for = point.asked_for;
    add(summary, point);
  }
  std::vector<Summary> summaries;
  for (auto& [kind, summary] : kinds) {
    summary.mean = std::exp(summary.mean / static_cast<double>(summary.points));
    summaries.push_back(summary);
  }
  return summaries;
}

}  // namespace allfold::command::report
