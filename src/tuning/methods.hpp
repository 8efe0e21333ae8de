/// @file How algorithms are tried, online and offline. Their times are picoseconds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/interval.hpp"
#include "trials/trial.hpp"

namespace allfold::tuning {

inline constexpr double picosecond = 1e-12;

/// Clamped, so that the sums of many ranks do not overflow.
[[nodiscard]] inline trials::Time in_picoseconds(double seconds) {
  constexpr double most = 100;
  return static_cast<trials::Time>(std::clamp(seconds, picosecond, most) / picosecond);
}

[[nodiscard]] inline rules::Interval in_seconds(const trials::Interval<trials::Time>& time) {
  return {.median = static_cast<double>(time.median) * picosecond,
          .low = static_cast<double>(time.low) * picosecond,
          .high = static_cast<double>(time.high) * picosecond};
}

/// Online tuning: each call is one of the program's.
inline constexpr trials::Method online{.aim = trials::Aim::winner,
                                       .warm_up = trials::WarmUp::first_turn,
                                       .first_turns = 3,
                                       .most_rounds = 4,
                                       .fewest_calls = trials::fewest_for_interval,
                                       .telling_calls = trials::fewest_for_interval};

/// How the calls of a visit by `allfold tune` are spent.
enum class Effort : std::uint8_t {
  many_turns,  ///< calls are short: at least as many turns as an interval needs
  few_turns,   ///< calls are long: at least two turns, and a few more
};

/// Offline tuning: as long as there is time.
[[nodiscard]] constexpr trials::Method offline(Effort effort) {
  if (effort == Effort::many_turns)
    return {.aim = trials::Aim::times,
            .first_turns = 2,
            .fewest_calls = trials::fewest_for_interval,
            .telling_calls = trials::fewest_for_interval};
  return {.aim = trials::Aim::times,
          .first_turns = 1,
          .rounds_alike = 2,
          .fewest_calls = 2,
          .telling_calls = 3,
          .percent_of_noise = 115};
}

}  // namespace allfold::tuning
