/// Trials of calls whose times are random.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

#include "trials/trial.hpp"

namespace allfold::testing {

/// The time of the next call of a candidate.
using TimeOf = std::function<trials::Time(std::size_t candidate)>;

/// Each call takes the time of its candidate, plus disturbances that only make it longer: by
/// `share` of that time on average, and one call in 50 takes ten times as long.
inline TimeOf disturbed(std::vector<trials::Time> times, double share, unsigned seed) {
  return [=, random = std::mt19937(seed)](std::size_t candidate) mutable {
    const double longer = std::exponential_distribution<double>(1 / share)(random);
    const bool is_hit = std::uniform_int_distribution(0, 49)(random) == 0;
    return static_cast<trials::Time>(static_cast<double>(times[candidate]) *
                                     ((is_hit ? 10 : 1) + longer));
  };
}

/// Each call takes the time of its candidate, times a factor with this deviation of its logarithm.
inline TimeOf scattered(std::vector<trials::Time> times, double deviation, unsigned seed) {
  return [=, random = std::mt19937(seed)](std::size_t candidate) mutable {
    return static_cast<trials::Time>(static_cast<double>(times[candidate]) *
                                     std::lognormal_distribution(0.0, deviation)(random));
  };
}

/// A trial on one rank.
struct Simulated {
  trials::Trial trial;
  std::vector<int> calls;  ///< made, by candidate

  Simulated(const trials::Method& method, std::size_t candidates) : calls(candidates) {
    trial.begin(method, candidates);
  }

  void run_round(const TimeOf& time) {
    for (; !trial.is_round_over(); trial.pass()) {
      const trials::Trial::Turn turn = trial.turn();
      ++calls[turn.candidate];
      // Calls that do not count would be noticed if they did.
      const trials::Time took = time(turn.candidate);
      if (turn.visit > 0) trial.add(turn.candidate, took);
    }
    trial.judge();
  }
  /// Runs rounds until the trial is over.
  void run(const TimeOf& time, int most_rounds = 30) {
    for (int round = 0; round < most_rounds && !trial.is_over(); ++round) run_round(time);
  }
  [[nodiscard]] int all_calls() const {
    int all = 0;
    for (const int each : calls) all += each;
    return all;
  }
};

/// In how many of `trials` trials a candidate wins. `time` makes the times of a trial by its seed.
inline int wins(std::size_t candidate, const trials::Method& method, std::size_t candidates,
                int trials, const std::function<TimeOf(unsigned seed)>& time) {
  int number = 0;
  for (int i = 0; i < trials; ++i) {
    Simulated simulated(method, candidates);
    simulated.run(time(static_cast<unsigned>(i)));
    number += simulated.trial.winner() == candidate ? 1 : 0;
  }
  return number;
}

}  // namespace allfold::testing
