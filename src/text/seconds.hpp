/// @file Seconds for people.
#pragma once

#include <string>

namespace allfold::text {

/// Three figures, and the unit that fits: "0.582 s", "58.2 ms", "5.82 µs"; "0 s". From 1000 s on all
/// figures before the point.
[[nodiscard]] std::string rounded_seconds(double seconds);

/// Part of a whole with two figures: "12 %", "1.2 %", "0.1 %"; "–" of nothing.
[[nodiscard]] std::string rounded_share(double part, double whole);

/// How many times: "1.34", "12", without a unit.
[[nodiscard]] std::string rounded_ratio(double ratio);

}  // namespace allfold::text
