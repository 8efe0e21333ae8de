#include "simulation/node_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace allfold::simulation {

namespace {

/// Keeps the rows whose value is nearest, of two the larger one.
template <class Value>
void keep_nearest(std::vector<NodeTime>& rows, Value NodeTime::*of, int wanted) {
  const auto farther = [&](const NodeTime& a, const NodeTime& b) {
    const auto distance = [&](const NodeTime& row) { return std::abs(row.*of - wanted); };
    return distance(a) != distance(b) ? distance(a) < distance(b) : a.*of > b.*of;
  };
  const int nearest = std::ranges::min(rows, farther).*of;
  std::erase_if(rows, [&](const NodeTime& row) { return row.*of != nearest; });
}

/// Logarithms are interpolated. A time of 0 has none: the rank that gets the result has it already.
double interpolated(const NodeTime& below, const NodeTime& above, double bytes) {
  if (below.seconds <= 0 || above.seconds <= 0) return std::min(below.seconds, above.seconds);
  const double share =
      std::log(bytes / static_cast<double>(below.bytes)) /
      std::log(static_cast<double>(above.bytes) / static_cast<double>(below.bytes));
  return below.seconds * std::pow(above.seconds / below.seconds, share);
}

}  // namespace

double seconds_of(const NodeWork& work, std::span<const NodeTime> times) {
  std::vector<NodeTime> rows;
  std::ranges::copy_if(times, std::back_inserter(rows),
                       [&](const NodeTime& row) { return row.part == work.part; });
  if (rows.empty()) return 0;
  keep_nearest(rows, &NodeTime::ranks, work.ranks);
  keep_nearest(rows, &NodeTime::lanes, work.lanes);
  std::ranges::sort(rows, {}, &NodeTime::bytes);
  const auto above = std::ranges::lower_bound(rows, work.bytes, {}, &NodeTime::bytes);
  if (above == rows.begin()) return rows.front().seconds;
  const auto bytes = static_cast<double>(work.bytes);
  // Beyond the longest vector, bandwidths decide.
  if (above == rows.end())
    return rows.back().seconds * bytes / static_cast<double>(rows.back().bytes);
  return interpolated(*(above - 1), *above, bytes);
}

}  // namespace allfold::simulation
