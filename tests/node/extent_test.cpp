// Extents: ranges in which the processes of a node have slots and areas.
#include "node/extent.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>

#include "node/communicators_of_two.hpp"
#include "node/extent_layout.hpp"
#include "node/shared_memory.hpp"

namespace allfold::node {
namespace {

constexpr auto in_extent = SharedMemory::FirstArea::in_extent;

/// Frees the memory of a range, and returns how much there was.
std::int64_t bytes_freed_in(const MemoryName& memory, const ExtentLayout::Range& range) {
  const auto bytes = [&] {
    struct stat status = {};
    EXPECT_EQ(fstat(memory.file, &status), 0);
    return std::int64_t{status.st_blocks} * 512;
  };
  const std::int64_t before = bytes();
  const auto mapped = map_range(memory, range.offset, range.bytes);
  EXPECT_TRUE(mapped.has_value());
  if (mapped) empty_range(memory, range.offset, {mapped->bytes(), range.bytes});
  return before - bytes();
}

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
    ASSERT_TRUE(memory.found(place.addresses, rank, place.own, in_extent));
    EXPECT_EQ(place.own.address.extent, places[0].own.address.extent);
    EXPECT_EQ(place.own.address.column, rank);
    place.own.own.slot->done.mark = static_cast<std::uint64_t>(rank) + 1;
  }
  for (int rank = 0; rank < processes; ++rank) {
    const Place& place = places[static_cast<std::size_t>(rank)];
    SharedMemory& memory = memories[static_cast<std::size_t>(rank)];
    ASSERT_TRUE(memory.fill_area(Area::piece_bytes));
    const auto members = memory.attach(place.addresses, rank, place.own);
    ASSERT_EQ(members.size(), places.size());
    for (std::size_t other = 0; other < members.size(); ++other)
      EXPECT_EQ(members[other].slot->done.mark, other + 1) << rank;
    Group::Setup setup = description_of(members, rank);
    setup.hierarchy = Hierarchy::flat(processes);
    EXPECT_TRUE(memory.join(std::move(setup), place.own)->group().find_areas());
    const Extent& extent = place.own.address.extent;
    const ExtentLayout layout(extent);
    EXPECT_EQ(memory.bytes().mapped, layout.all_slots().bytes + layout.all_areas().bytes);
    EXPECT_EQ(memory.bytes().own, 0U);
  }
  const Reservation next = *memories[5].reserve(2);
  EXPECT_TRUE(next.address.has_slot()) << "the second one of its column";
  EXPECT_EQ(next.address.room, static_cast<std::int64_t>(Area::piece_bytes));
}

// Areas that have memory are not mapped with a new extent, and the addresses say so.
TEST(Extent, HasNoRoomYet) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  pair.confirm();
  ASSERT_TRUE(first.fill_area(Area::piece_bytes) && second.fill_area(Area::piece_bytes));
  Pair last_slot{first, second};
  last_slot.confirm();
  EXPECT_GT(last_slot.places[0].own.address.room, 0);
  const Pair with_new_extent{first, second};
  for (const Place& place : with_new_extent.places) {
    EXPECT_EQ(place.own.address.room, 0);
    for (const Address& address : place.addresses) EXPECT_EQ(address.room, 0);
  }
}

// The process that has the extent in its memory may end before the others.
TEST(Extent, HasNoAreaOfAProcessThatOutlivesIt) {
  SharedMemory lasting;
  SharedMemory worker;
  std::vector<Address> addresses{worker.reserve(2)->address};
  Reservation place = *lasting.reserve(2);
  addresses.push_back(place.address);
  ASSERT_TRUE(lasting.found(addresses, 1, place, SharedMemory::FirstArea::in_own_memory));
  EXPECT_EQ(place.address.extent.memory, addresses[0].extent.memory);
  const PlaceOfArea& area = place.own.slot->place_of_first_area;
  EXPECT_EQ(area.extent.memory, place.address.memory);
  EXPECT_NE(area.extent.memory, addresses[0].extent.memory);
  ASSERT_TRUE(lasting.fill_area(Area::piece_bytes));
  EXPECT_GE(bytes_freed_in(area.extent.memory, ExtentLayout(area.extent).area(0)),
            static_cast<std::int64_t>(sizeof(Area)));
}

// A column in the memory of a process that has ended serves no communicator with other processes.
TEST(Extent, IsGivenUpWhenItsProcessHasEnded) {
  OwnMemory own;
  ASSERT_TRUE(own.reserve(1).has_value());  // makes the file
  std::array<int, 2> pipe_ends = {};
  ASSERT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_ends[1]);
    char end = 0;
    _exit(static_cast<int>(read(pipe_ends[0], &end, 1)));
  }
  close(pipe_ends[0]);
  OtherMemory others;
  SlotPool pool;
  const std::int64_t offset = *own.reserve(2 * sizeof(Slot));
  Extent extent{.memory = own.name(), .offset = offset, .columns = 1, .slots = 2};
  const std::size_t bytes = ExtentLayout(extent).bytes();
  ASSERT_TRUE(own.settle(offset, bytes, bytes));
  const std::shared_ptr<std::byte> mapped = others.range(own.name(), offset, bytes);
  extent.memory.process = child;
  const std::optional<OwnSlot> slot = pool.take_of_new(extent, 0, mapped);
  ASSERT_TRUE(slot.has_value());
  close(pipe_ends[1]);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(pool.take().has_value());
  EXPECT_EQ(mapped.use_count(), 3) << "its slot is in use";
  pool.give_back(*slot);
  EXPECT_FALSE(pool.take().has_value());
  EXPECT_EQ(mapped.use_count(), 2) << "only this test, and the list of what is mapped";
}

// A slot, and an area, are in the file where the layout says: memory is allocated there.
TEST(Extent, HasItsPartsWhereTheLayoutSays) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  pair.confirm();
  const Extent& extent = pair.places[1].own.address.extent;
  const auto byte_at = [&](std::int64_t offset) {
    std::byte byte{};
    EXPECT_EQ(pread(extent.memory.file, &byte, 1, offset), 1);
    return byte;
  };
  const ExtentLayout layout(extent);
  EXPECT_LE(layout.all_slots().offset + static_cast<std::int64_t>(layout.all_slots().bytes),
            layout.all_areas().offset);
  pair.slot_of_second()->done.mark = 77;
  const std::int64_t slot = layout.slot(1, 0).offset;
  EXPECT_EQ(byte_at(slot + static_cast<std::int64_t>(offsetof(Slot, done))), std::byte{77});
  ASSERT_TRUE(second.fill_area(Area::piece_bytes));
  const PlaceOfArea& place = pair.slot_of_second()->place_of_first_area;
  EXPECT_EQ(place.extent, extent);
  EXPECT_EQ(place.column, 1);
  EXPECT_GE(bytes_freed_in(extent.memory, layout.area(1)), static_cast<std::int64_t>(sizeof(Area)));
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
  const ExtentLayout layout(with_third.places[0].own.address.extent);
  EXPECT_EQ(third.bytes().mapped, layout.all_slots().bytes + layout.all_areas().bytes +
                                      ExtentLayout(of_first).all_areas().bytes);
}

// One process has a slot left, and the other one has none: both have slots in a new extent.
TEST(Extent, IsMadeWhereOneProcessHasNoSlot) {
  SharedMemory first;
  SharedMemory second;
  SharedMemory third;
  Pair of_two{first, second};
  of_two.confirm();
  Reservation left = *first.reserve(2);
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
  ASSERT_TRUE(first.found(addresses, 0, own, in_extent));
  EXPECT_EQ(own.address.extent.columns, 3);
  const Reservation next = *first.reserve(3);
  EXPECT_EQ(next.address.extent, own.address.extent);
  EXPECT_NE(next.address.extent, full.address.extent);
}

// A place for an extent that another process has made is used for the next one.
TEST(Extent, LeavesItsPlaceToTheNextOneIfItIsNotMade) {
  SharedMemory memory;
  Reservation first = *memory.reserve(1000);
  ASSERT_FALSE(first.address.has_slot());
  Reservation at_the_same_time = *memory.reserve(1000);
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
    EXPECT_TRUE(third.attach(addresses, 2, last).empty()) << what;
    Reservation place = *third.reserve(2);
    addresses = {Address{.memory = {}, .extent = addresses[0].extent}, place.address};
    addresses[0].extent.columns = 0;
    EXPECT_FALSE(third.found(addresses, 1, place, in_extent)) << what;
  }
}

}  // namespace
}  // namespace allfold::node
