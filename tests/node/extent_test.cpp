// Extents: ranges in which the processes of a node have slots and areas.
#include "node/extent.hpp"

#include <gtest/gtest.h>

#include "node/communicators_of_two.hpp"
#include "node/shared_memory.hpp"

namespace allfold::node {
namespace {

// A process maps the slots of all others at once, and their areas.
TEST(Extent, IsOneRangeForAllProcesses) {
  constexpr int processes = 13;
  std::vector<SharedMemory> memories(processes);
  std::vector<Place> places;
  std::vector<Address> addresses;
  for (SharedMemory& memory : memories) {
    places.push_back({.own = *memory.reserve(processes)});
    addresses.push_back(places.back().own.address);
  }
  for (int rank = 0; rank < processes; ++rank) {
    Place& place = places[static_cast<std::size_t>(rank)];
    SharedMemory& memory = memories[static_cast<std::size_t>(rank)];
    place.addresses = addresses;
    ASSERT_TRUE(memory.found(place.addresses, rank, place.own));
    EXPECT_EQ(place.own.address.extent, places[0].own.address.extent);
    EXPECT_EQ(place.own.address.column, rank);
    place.own.own.slot->done.mark = static_cast<std::uint64_t>(rank) + 1;
  }
  for (int rank = 0; rank < processes; ++rank) {
    const Place& place = places[static_cast<std::size_t>(rank)];
    SharedMemory& memory = memories[static_cast<std::size_t>(rank)];
    ASSERT_TRUE(memory.fill_area(Area::piece_bytes));
    const auto of_others = SharedMemory::AreasOfOthers::none;
    const auto members = memory.attach(place.addresses, rank, place.own, of_others);
    ASSERT_EQ(members.size(), places.size());
    for (std::size_t other = 0; other < members.size(); ++other)
      EXPECT_EQ(members[other].slot->done.mark, other + 1) << rank;
    Group::Setup setup = description_of(members, rank);
    setup.hierarchy = Hierarchy::flat(processes);
    EXPECT_TRUE(memory.join(std::move(setup), place.own)->group().find_areas());
    const Extent& extent = place.own.address.extent;
    EXPECT_EQ(memory.bytes().mapped, extent.all_slots().bytes + extent.all_areas().bytes);
    EXPECT_EQ(memory.bytes().own, 0U);
  }
  const Reservation next = *memories[5].reserve(2);
  EXPECT_TRUE(next.address.has_slot()) << "the second one of its column";
  EXPECT_EQ(next.address.room, static_cast<std::int64_t>(Area::piece_bytes));
}

// Only processes that have no staging area get one in a further extent.
TEST(Extent, HasOneFirstAreaOfEachProcess) {
  SharedMemory first;
  SharedMemory second;
  SharedMemory third;
  Pair pair{first, second};
  pair.confirm();
  ASSERT_TRUE(first.fill_area(Area::piece_bytes));
  Pair next{first, second};
  next.confirm();
  Pair more{first, second};
  more.confirm();
  EXPECT_NE(more.places[0].own.address.extent, next.places[0].own.address.extent);
  EXPECT_EQ(more.places[0].own.address.extent.areas, 0);
  Pair with_third{first, third};
  with_third.confirm();
  EXPECT_EQ(with_third.places[0].own.address.extent.areas, 1) << "of the third process";
  const Extent& of_first = with_third.slot_of_first()->place_of_first_area.extent;
  EXPECT_EQ(of_first, pair.places[0].own.address.extent);
  ASSERT_TRUE(third.fill_area(Area::piece_bytes));
  EXPECT_TRUE(with_third.of_second->group().find_areas());
  EXPECT_EQ(third.bytes().mapped, with_third.places[0].own.address.extent.all_slots().bytes +
                                      with_third.places[0].own.address.extent.all_areas().bytes +
                                      of_first.all_areas().bytes);
}

// One process has a slot left, and the other one has none: both have slots in a new extent.
TEST(Extent, IsMadeWhereOneProcessHasNoSlot) {
  SharedMemory first;
  SharedMemory second;
  SharedMemory third;
  Pair of_two{first, second};
  of_two.confirm();
  const Reservation left = *first.reserve(2);
  first.give_back(left);
  Pair pair{first, third};
  pair.confirm();
  EXPECT_EQ(pair.places[0].own.address.extent.memory, pair.places[1].own.address.memory);
  EXPECT_NE(pair.slot_of_first(), left.own.slot);
  pair.slot_of_first()->done.mark = 3;
  EXPECT_EQ(pair.of_second->group().team().slot(0).done.mark, 3U);
  const Reservation one = *first.reserve(2);
  const Reservation two = *first.reserve(2);
  EXPECT_TRUE(one.own.slot == left.own.slot || two.own.slot == left.own.slot) << "given back";
}

// Ranks of a large communicator map few extents, whatever small ones they have.
TEST(Extent, IsPreferredIfItHasManyColumns) {
  SharedMemory first;
  SharedMemory second;
  Pair small{first, second};
  small.confirm();
  Reservation own = *first.reserve(2);
  const Reservation full = own;
  first.give_back(own);
  SharedMemory third;
  SharedMemory fourth;
  std::vector<Address> addresses{own.address, third.reserve(3)->address,
                                 fourth.reserve(3)->address};
  own = *first.reserve(3);
  ASSERT_TRUE(first.found(addresses, 0, own));
  EXPECT_EQ(own.address.extent.columns, 3);
  const Reservation next = *first.reserve(3);
  EXPECT_EQ(next.address.extent, own.address.extent);
  EXPECT_NE(next.address.extent, full.address.extent);
}

// A place for an extent that another process has made is used for the next one.
TEST(Extent, LeavesItsPlaceToTheNextOneIfItIsNotMade) {
  SharedMemory memory;
  const Reservation first = *memory.reserve(1000);
  ASSERT_FALSE(first.address.has_slot());
  const Reservation at_the_same_time = *memory.reserve(1000);
  EXPECT_NE(at_the_same_time.address.extent.offset, first.address.extent.offset);
  memory.give_back(at_the_same_time);
  memory.give_back(first);
  EXPECT_EQ(memory.reserve(2)->address.extent.offset, first.address.extent.offset);
}

TEST(Extent, IsNotFoundUnderAnotherProcessOrToken) {
  for (const int what : {0, 1, 2}) {
    SharedMemory first;
    SharedMemory second;
    SharedMemory third;
    const auto [mine, other] = places_of(first, second);
    const Reservation last = *third.reserve(3);
    std::vector<Address> addresses = mine.addresses;
    for (Address& address : addresses) {
      if (what == 0) address.extent.memory.token ^= 1U;
      if (what == 1) address.extent.memory.file = 0;
      if (what == 2) address.extent.memory.process = 1 << 30;
    }
    addresses.push_back(last.address);
    const auto areas = SharedMemory::AreasOfOthers::none;
    EXPECT_TRUE(third.attach(addresses, 2, last, areas).empty()) << what;
    Reservation place = *third.reserve(2);
    addresses = {Address{.memory = {}, .extent = addresses[0].extent}, place.address};
    addresses[0].extent.columns = 0;
    EXPECT_FALSE(third.found(addresses, 1, place)) << what;
  }
}

}  // namespace
}  // namespace allfold::node
