/// The exchange of which rings, shared-memory stages and `direct` consist.
#include "algorithms/pairwise.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace allfold::algorithms {
namespace {

constexpr int members = 5;
constexpr std::array all{0, 1, 2, 3, 4};

/// Member 0 has no part, member 1 has two blocks, and each other member has one.
Blocks part_of(int place) {
  constexpr std::array<Blocks, members> parts{{{0, 0}, {0, 2}, {2, 3}, {3, 4}, {4, 5}}};
  return parts.at(static_cast<std::size_t>(place));
}

Schedule exchanged(const Circle& circle, int rank, Sending sending) {
  Author author(3 * members, rank, members);
  exchange_pairwise(author, circle, sending, part_of);
  return std::move(author).finish();
}

std::vector<int> targets_of(const Schedule& schedule) {
  std::vector<int> targets;
  for (const Round& round : schedule.rounds)
    for (const Send& send : round.sends) targets.push_back(send.peer);
  return targets;
}

TEST(Pairwise, a_member_sends_the_others_parts_to_them_from_the_next_member_on) {
  // Members are every third rank, from rank 1 on.
  const std::vector<int> ranks{1, 4, 7, 10, 13};
  const Schedule schedule = exchanged(Circle(ranks, 2), 7, Sending::round_by_round);
  EXPECT_EQ(targets_of(schedule), (std::vector{10, 13, 4})) << "member 0 has no part";
  for (const Round& round : schedule.rounds)
    for (const Send& send : round.sends) {
      EXPECT_EQ(send.blocks, part_of((send.peer - 1) / 3));
      EXPECT_EQ(send.from, Memory::input);
    }
}

TEST(Pairwise, a_member_keeps_all_contributions_to_its_part_and_reduces_them_at_the_end) {
  const Schedule schedule = exchanged(Circle(all, 1), 1, Sending::round_by_round);
  EXPECT_EQ(schedule.scratch.size(), members - 1U);
  for (std::size_t r = 0; r < schedule.rounds.size(); ++r) {
    const Round& round = schedule.rounds[r];
    ASSERT_EQ(round.receives.size(), 1U);
    EXPECT_EQ(round.receives[0].peer, (1 - static_cast<int>(r + 1) + members) % members);
    EXPECT_EQ(round.receives[0].blocks, part_of(1));
    EXPECT_EQ(round.locals.size(), r + 2 == members ? members - 1U : 0U);
  }
}

TEST(Pairwise, a_member_without_a_part_receives_nothing) {
  const Schedule schedule = exchanged(Circle(all, 0), 0, Sending::at_once);
  EXPECT_TRUE(schedule.scratch.empty());
  for (const Round& round : schedule.rounds) {
    EXPECT_TRUE(round.receives.empty());
    EXPECT_TRUE(round.locals.empty());
  }
}

TEST(Pairwise, messages_go_in_one_round_or_in_one_each) {
  EXPECT_EQ(exchanged(Circle(all, 3), 3, Sending::at_once).rounds.size(), 1U);
  EXPECT_EQ(exchanged(Circle(all, 3), 3, Sending::round_by_round).rounds.size(), members - 1U);
}

}  // namespace
}  // namespace allfold::algorithms
