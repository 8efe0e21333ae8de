/// @file Shares: how much of the time each point is worth.
#pragma once

#include <span>

#include "cost/model.hpp"

namespace allfold::tuning {

/// What a call takes by the model, whichever kernel serves it: as many rounds as ranks have digits,
/// twice, and each byte twice on the way.
[[nodiscard]] double rough_seconds(const cost::CostModel& model, int ranks, double bytes);

/// From so many on a call is a long one, of which few are made.
inline constexpr double long_call_seconds = 20e-3;

/// The seconds that a point with such calls needs: what a few calls of each candidate take, and for
/// what is left of the noise a share with the root of the time of a call, which among points that
/// scatter alike makes the least of it in all.
[[nodiscard]] double need_of(double rough_seconds);

/// The share of the first of those that have these needs, of the seconds that are left for all.
[[nodiscard]] double share_of_first(std::span<const double> needs, double seconds_left);

}  // namespace allfold::tuning
