/// @file Halving: who of many candidates is the quickest, found with few turns for the slow ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tuning/median.hpp"

namespace allfold::tuning {

/// How turns are spent.
enum class Pace : std::uint8_t {
  brisk,    ///< calls are short: as many turns as an interval needs at least
  sparing,  ///< each call takes long: two turns at least, and a few more
};

/// Candidates take turns in rounds, each of twice as many turns as the one before, where calls are
/// long after two rounds of one; after each of these the slower half drops out, as far as it is
/// slower beyond noise, and what is far behind at once. One of them is in the race to the end,
/// since all others are held against it.
class Halving {
 public:
  Halving(std::size_t candidates, std::size_t finalist, Pace pace = Pace::brisk);

  /// Those that are still in the race.
  [[nodiscard]] const std::vector<std::size_t>& running() const { return running_; }
  /// The turns of the next round, of each of them.
  [[nodiscard]] int next_turns() const;
  /// What a candidate's turns of a round took.
  void add(std::size_t candidate, const std::vector<double>& seconds);
  /// Ends a round.
  void judge();
  /// Whether more turns would tell nothing new: the quickest is known, or those that are left have
  /// been timed so well that their difference makes none.
  [[nodiscard]] bool is_settled() const { return is_settled_; }
  /// Whether all that are running have been timed often enough.
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
