/// @file Halving: finds the fastest of many candidates, with few turns for the slow ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tuning/median.hpp"

namespace allfold::tuning {

/// How turns are spent.
enum class Pace : std::uint8_t {
  brisk,    ///< calls are short: at least as many turns as an interval needs
  sparing,  ///< calls are long: at least two turns, and a few more
};

/// Candidates take turns in rounds. Each round has twice as many turns as the one before; if calls
/// are long, the first two rounds have one turn each. After each round, candidates of the slower
/// half drop out if they are slower beyond noise, and all candidates that are far slower. The
/// finalist never drops out, because all others are compared with it.
class Halving {
 public:
  Halving(std::size_t candidates, std::size_t finalist, Pace pace = Pace::brisk);

  /// The candidates that have not dropped out.
  [[nodiscard]] const std::vector<std::size_t>& running() const { return running_; }
  /// The number of turns that each of them has in the next round.
  [[nodiscard]] int next_turns() const;
  /// Adds the seconds of a candidate's turns in a round.
  void add(std::size_t candidate, const std::vector<double>& seconds);
  /// Ends a round.
  void judge();
  /// Whether more turns are useless: the fastest is known, or the remaining candidates have been
  /// timed so precisely that their difference does not matter.
  [[nodiscard]] bool is_settled() const { return is_settled_; }
  /// Whether all candidates that are running have enough turns for an interval.
  [[nodiscard]] bool has_intervals() const;

  [[nodiscard]] rules::Interval time(std::size_t candidate) const;

 private:
  [[nodiscard]] bool has_interval(std::size_t candidate) const;
  [[nodiscard]] bool is_slower(std::size_t candidate, std::size_t leader) const;
  [[nodiscard]] bool is_far_behind(std::size_t candidate, std::size_t leader) const;
  [[nodiscard]] bool is_known_well() const;

  std::vector<std::vector<double>> seconds_;  // by candidate
  std::vector<std::size_t> running_;
  std::size_t finalist_;
  Pace pace_;
  int rounds_ = 0;
  bool is_settled_ = false;
};

}  // namespace allfold::tuning
