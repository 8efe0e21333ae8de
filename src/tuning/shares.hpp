/// @file Shares: how the available time is divided among points.
#pragma once

#include <span>

#include "cost/model.hpp"

namespace allfold::tuning {

/// The seconds of a call in the model, roughly, whichever kernel serves it: 2⌈lg p⌉ rounds, and
/// each byte is sent twice and reduced once.
[[nodiscard]] double rough_seconds(const cost::CostModel& model, int ranks, double bytes);

/// Calls that take at least so many seconds are long, and few of them are made.
inline constexpr double long_call_seconds = 20e-3;

/// The seconds that a point with such calls needs: those of a few calls of each candidate, and a
/// part in proportion to the square root of the time of a call. This part minimises the total noise
/// of points whose times vary alike.
[[nodiscard]] double need_of(double rough_seconds);

/// The seconds for the first of several points with these needs, of the seconds that are left for
/// all.
[[nodiscard]] double share_of_first(std::span<const double> needs, double seconds_left);

}  // namespace allfold::tuning
