#include "tuning/fit.hpp"

#include <algorithm>

namespace allfold::tuning {

namespace {

/// Sums of products of messages (m) and bytes (b), each divided by its time.
struct Moments {
  double mm = 0, mb = 0, bb = 0, m = 0, b = 0;
};

Moments moments_of(std::span<const TimedExchange> exchanges) {
  Moments sums;
  for (const TimedExchange& each : exchanges) {
    const double messages = each.messages / each.seconds;
    const double bytes = each.bytes / each.seconds;
    sums.mm += messages * messages;
    sums.mb += messages * bytes;
    sums.bb += bytes * bytes;
    sums.m += messages;
    sums.b += bytes;
  }
  return sums;
}

}  // namespace

// Least squares by the normal equations. If one of the two would be below 0, it is 0, and the other
// one is fitted alone.
cost::LinkCost fit(std::span<const TimedExchange> exchanges) {
  const Moments sums = moments_of(exchanges);
  const double determinant = sums.mm * sums.bb - sums.mb * sums.mb;
  if (determinant > 0) {
    const double alpha = (sums.m * sums.bb - sums.b * sums.mb) / determinant;
    const double beta = (sums.b * sums.mm - sums.m * sums.mb) / determinant;
    if (alpha >= 0 && beta >= 0) return {.alpha = alpha, .beta = beta};
    if (alpha < 0) return {.alpha = 0, .beta = sums.b / sums.bb};
  }
  return {.alpha = sums.mm > 0 ? sums.m / sums.mm : 0, .beta = 0};
}

// Half of all gaps overlaps with the latency, or as much as fills it: see LinkCost::in_round_with.
std::optional<double> gap_of(const TimedExchange& at_once, const cost::LinkCost& link) {
  const double following = at_once.seconds - link.alpha - at_once.bytes * link.beta;
  if (following <= 0) return std::nullopt;
  const double gaps = at_once.messages - 1;
  double gap = following / gaps;
  if (link.latency == cost::Latency::of_network)
    gap = following <= link.alpha - 2 * gap ? 2 * gap : (following + link.alpha) / (gaps + 1);
  return std::min(gap, link.alpha);
}

}  // namespace allfold::tuning
