#include "node/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <set>

namespace allfold::node {
namespace {

using Calls = Memory::Calls;

void nothing() {}

Group::Description description_of(std::vector<Group::Member> members, int rank) {
  return {.members = std::move(members),
          .rank = rank,
          .brackets = Brackets({0, 1, 2}),
          .topology = {},
          .lengths = {},
          .waiting = Waiting(nothing, /*is_crowded=*/true),
          .staging = nullptr};
}

/// Two processes, as far as their memory goes, and a communicator of both.
struct Pair {
  Memory& first;
  Memory& second;
  Place place_of_first = *first.reserve(Calls::one_at_a_time);
  Place place_of_second = *second.reserve(Calls::one_at_a_time);
  std::vector<Address> addresses{place_of_first.address, place_of_second.address};
  std::unique_ptr<Membership> of_first =
      first.join(description_of(first.attach(addresses, 0, place_of_first), 0), place_of_first);
  std::unique_ptr<Membership> of_second =
      second.join(description_of(second.attach(addresses, 1, place_of_second), 1), place_of_second);

  void confirm() const {
    of_first->confirm();
    of_second->confirm();
  }
};

TEST(Memory, IsSeenByOthersWhereTheyAttachToIt) {
  Memory first;
  Memory second;
  const Place mine = *first.reserve(Calls::one_at_a_time);
  const Place other = *second.reserve(Calls::one_at_a_time);
  const std::vector<Address> addresses{mine.address, other.address};
  const auto members = second.attach(addresses, 1, other);
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[1].slot, other.slot);
  EXPECT_NE(members[0].slot, mine.slot) << "another mapping of the same memory";
  mine.slot->done.mark = 42;
  mine.staging->area->piece(1)[7] = std::byte{9};
  EXPECT_EQ(members[0].slot->done.mark, 42U);
  EXPECT_EQ(members[0].area->piece(1)[7], std::byte{9});
}

TEST(Memory, IsNotFoundUnderAnotherProcessOrToken) {
  Memory first;
  Memory second;
  const Place mine = *first.reserve(Calls::one_at_a_time);
  const Place other = *second.reserve(Calls::one_at_a_time);
  for (const int what : {0, 1, 2}) {
    std::vector<Address> addresses{mine.address, other.address};
    if (what == 0) addresses[0].segment.token ^= 1U;
    if (what == 1) addresses[0].segment.file = 0;
    if (what == 2) addresses[0].segment.process = 1 << 30;
    EXPECT_TRUE(second.attach(addresses, 1, other).empty()) << what;
  }
}

TEST(Memory, GrowsByASlotForEachCommunicator) {
  Memory memory;
  std::set<Slot*> slots;
  std::set<Area*> areas;
  for (int i = 0; i < 100; ++i) {
    const Place place = *memory.reserve(Calls::one_at_a_time);
    slots.insert(place.slot);
    areas.insert(place.staging->area);
  }
  EXPECT_EQ(slots.size(), 100U);
  EXPECT_EQ(areas.size(), 1U);
}

TEST(Memory, HasAnAreaForEachGroupWhereCallsComeAtOnce) {
  Memory memory;
  const Place one = *memory.reserve(Calls::at_once);
  const Place two = *memory.reserve(Calls::at_once);
  EXPECT_NE(one.staging->area, two.staging->area);
  Area* const used = two.staging->area;
  memory.give_back(two);
  EXPECT_EQ(memory.reserve(Calls::at_once)->staging->area, used);
}

TEST(Memory, UsesASlotAgainWhenAllHaveLeftIt) {
  Memory first;
  Memory second;
  Pair pair{first, second};
  pair.confirm();
  Slot* const slot = pair.place_of_first.slot;
  slot->done.mark = 5;
  pair.of_first.reset();
  EXPECT_NE(first.reserve(Calls::one_at_a_time)->slot, slot) << "the other is still there";
  pair.of_second.reset();
  const Place again = *first.reserve(Calls::one_at_a_time);
  EXPECT_EQ(again.slot, slot);
  EXPECT_EQ(slot->done.mark, 0U) << "the next communicator begins anew";
}

TEST(Memory, NeedsNoMoreMemoryForManyShortLivedCommunicators) {
  Memory first;
  Memory second;
  std::set<Slot*> slots;
  for (int i = 0; i < 1000; ++i) {
    Pair pair{first, second};
    pair.confirm();
    slots.insert(pair.place_of_first.slot);
    slots.insert(pair.place_of_second.slot);
  }
  EXPECT_LE(slots.size(), 8U);
}

// Nobody else has come to a membership that was never confirmed.
TEST(Memory, TakesAnUnconfirmedPlaceBackAtOnce) {
  Memory first;
  Memory second;
  Pair pair{first, second};
  Slot* const slot = pair.place_of_first.slot;
  pair.of_first.reset();
  EXPECT_EQ(first.reserve(Calls::one_at_a_time)->slot, slot);
}

TEST(Memory, SaysSoWhereThereIsNone) {
  rlimit before = {};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 0;
  Memory memory;
  setrlimit(RLIMIT_NOFILE, &none);
  const auto place = memory.reserve(Calls::one_at_a_time);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_FALSE(place.has_value());
  EXPECT_TRUE(memory.reserve(Calls::one_at_a_time).has_value());
}

}  // namespace
}  // namespace allfold::node
