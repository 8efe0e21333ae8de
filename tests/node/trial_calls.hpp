/// @file Calls of threads that take part in way trials, and their times in each way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "node/team_of_threads.hpp"
#include "node/way_trials.hpp"

namespace allfold::testing {

using node::Way;
using Kind = node::WayTrials::Turn::Kind;

inline constexpr std::int64_t bytes = 64 << 10;
inline const int in_a_row =
    1 + node::WayTrials::method_of(node::class_of(node::everyone, bytes)).calls_of_turn;

class Ranks {
 public:
  explicit Ranks(int ranks) : Ranks(node::Hierarchy::flat(ranks)) {}
  explicit Ranks(const node::Hierarchy& hierarchy) : slots_(hierarchy.ranks.size()) {
    std::vector<node::Slot*> addresses(slots_.size());
    std::ranges::transform(slots_, addresses.begin(), [](node::Slot& slot) { return &slot; });
    for (const int rank : hierarchy.ranks)
      teams_.push_back(std::make_unique<node::Team>(addresses, rank, hierarchy,
                                                    node::Waiting([] {}, /*is_crowded=*/true)));
  }
  [[nodiscard]] node::Team& team(int rank) { return *teams_[static_cast<std::size_t>(rank)]; }

 private:
  std::vector<node::Slot> slots_;
  std::vector<std::unique_ptr<node::Team>> teams_;
};

/// The time of a rank's call in each way, in nanoseconds.
using Nanoseconds = node::WayTimes;

/// The calls of one class, made by one rank.
class Calls {
 public:
  Calls(Ranks& ranks, int rank, int root, const Nanoseconds& in_each_way,
        std::int64_t vector_bytes = bytes)
      : nanoseconds(in_each_way),
        team_(ranks.team(rank)),
        calls_(node::class_of(root, vector_bytes)) {}

  /// Makes `number` calls and returns their ways.
  std::vector<Way> make(int number) {
    std::vector<Way> ways;
    for (int i = 0; i < number; ++i) {
      const node::WayTrials::Turn turn = trials.next(calls_, first, team_);
      ways.push_back(turn.way);
      const bool is_disturbed = made++ % 2 == 0;
      if (turn.kind == Kind::usual) continue;
      // All ranks arrive at the same time. The first call after another way takes longer, and is
      // not counted.
      const std::int64_t begun = ++number_ * 1'000'000;
      const std::int64_t took = (is_disturbed ? disturbed.value_or(nanoseconds)
                                              : nanoseconds)[static_cast<std::size_t>(turn.way)];
      trials.note(turn, begun, begun + (turn.visit == 0 ? 10 * took : took));
      if (turn.kind != Kind::last_trial) continue;
      if (const auto decided = trials.decide(calls_, first, team_)) result = *decided;
    }
    return ways;
  }
  node::WayTrials trials;
  node::TrialResult result;
  Nanoseconds nanoseconds;
  std::optional<Nanoseconds> disturbed;  ///< of every other call: those with even numbers
  int made = 0;
  node::FirstWay first = {};

 private:
  node::Team& team_;
  node::CallClass calls_;
  std::int64_t number_ = 0;
};

/// Selects calls that have three ways: `read` and `read_whole` are the same in a Reduce.
inline constexpr int root = 0;

inline int number_of(Way way, const std::vector<Way>& ways) {
  return static_cast<int>(std::ranges::count(ways, way));
}

}  // namespace allfold::testing
