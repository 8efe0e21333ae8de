#include "node/shared_memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "node/communicators_of_two.hpp"
#include "node/extent_layout.hpp"

namespace allfold::node {
namespace {

TEST(SharedMemory, IsSeenByOthersWhereTheyAttachToIt) {
  SharedMemory first;
  SharedMemory second;
  meet(first, second);
  ASSERT_TRUE(first.fill_area(Area::piece_bytes));
  const auto [mine, other] = places_of(first, second);
  const auto members = attached(second, other, 1);
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[1].slot.get(), other.own.own.slot);
  EXPECT_NE(members[0].slot.get(), mine.own.own.slot) << "another mapping of the same memory";
  mine.own.own.slot->done.mark = 42;
  EXPECT_EQ(members[0].slot->done.mark, 42U);
  EXPECT_NE(members[0].areas.first, nullptr);
}

/// A process that shares memory with nobody else has its slot in its own file.
Reservation alone(SharedMemory& memory) {
  Reservation place = *memory.reserve(1);
  std::vector<Address> addresses{place.address};
  EXPECT_TRUE(place.address.has_slot() ||
              memory.found(addresses, 0, place, SharedMemory::FirstArea::in_extent));
  return place;
}

/// The memory that the system has allocated for a process, in bytes.
std::int64_t memory_behind(const Reservation& place) {
  struct stat status = {};
  EXPECT_EQ(fstat(place.address.memory.file, &status), 0);
  return std::int64_t{status.st_blocks} * 512;
}

TEST(SharedMemory, TakesLittleBeforeLongVectorsNeedMore) {
  SharedMemory memory;
  const Reservation place = alone(memory);
  constexpr auto slot = static_cast<std::int64_t>(sizeof(Slot));
  const auto pages = 3 * static_cast<std::int64_t>(system::page_bytes());
  const std::size_t room = room_for(8192);
  const auto room_of_short = static_cast<std::int64_t>(Area::cycles * (room + slices_room(room)));
  EXPECT_LE(memory_behind(place), slot + pages);
  EXPECT_EQ(place.address.room, 0);
  EXPECT_TRUE(memory.fill_area(room));
  EXPECT_LE(memory_behind(place), slot + room_of_short + pages);
  EXPECT_EQ(alone(memory).address.room, static_cast<std::int64_t>(room));
  EXPECT_TRUE(memory.fill_area(Area::piece_bytes));
  EXPECT_GE(memory_behind(place), slot + static_cast<std::int64_t>(sizeof(Area)));
  const Reservation next = alone(memory);
  EXPECT_EQ(next.address.room, 0) << "areas are not mapped with a new extent";
  EXPECT_LE(memory_behind(next), 3 * slot + static_cast<std::int64_t>(sizeof(Area)) + pages);
  EXPECT_EQ(alone(memory).address.room, static_cast<std::int64_t>(Area::piece_bytes));
}

// Each rank of a node maps as much for each other rank.
TEST(SharedMemory, HasFewAddressesForFewCommunicators) {
  SharedMemory memory;
  static_cast<void>(alone(memory));
  const Reservation second = alone(memory);
  constexpr std::size_t rounding = 2 * OwnMemory::unit;
  EXPECT_LE(memory.bytes().mapped, 2 * sizeof(Slot) + rounding);
  EXPECT_EQ(second.address.extent.slots, 2);
  static_cast<void>(alone(memory));
  EXPECT_LE(memory.bytes().mapped, 8 * sizeof(Slot) + rounding);
}

// Making and freeing communicators alternately does not allocate and free memory.
TEST(SharedMemory, KeepsTheChunksOfSomeCommunicators) {
  SharedMemory first;
  SharedMemory second;
  Pair lasting{first, second};
  lasting.confirm();
  std::size_t mapped = 0;
  for (int turn = 0; turn < 3; ++turn) {
    std::vector<std::unique_ptr<Pair>> pairs;
    for (int i = 0; i < SlotPool::most_unused; ++i) {
      pairs.push_back(std::make_unique<Pair>(Pair{first, second}));
      pairs.back()->confirm();
    }
    if (turn > 0) {
      EXPECT_EQ(first.bytes().mapped, mapped);
    }
    mapped = first.bytes().mapped;
    pairs.clear();
    EXPECT_EQ(first.bytes().mapped, mapped);
  }
}

TEST(SharedMemory, HasNoMoreSlotsThanItMay) {
  constexpr std::size_t most = 10 * sizeof(Slot);
  SharedMemory first;
  SharedMemory second;
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < 10; ++i) {
    pairs.push_back(std::make_unique<Pair>(Pair{first, second}));
    pairs.back()->confirm();
  }
  EXPECT_EQ(first.bytes_of_slots(), most);
  EXPECT_EQ(first.reserve(2, most), std::nullopt);
  EXPECT_EQ(first.bytes_of_slots(), most);
  // One in the middle of a chunk is used again.
  Slot* const slot = pairs[4]->slot_of_first();
  pairs.erase(pairs.begin() + 4);
  std::optional<Reservation> again = first.reserve(2, most);
  ASSERT_NE(again, std::nullopt);
  EXPECT_EQ(again->own.slot, slot);
  EXPECT_EQ(first.reserve(2, most), std::nullopt);
  first.give_back(*again);
  EXPECT_NE(first.reserve(2, most), std::nullopt);
}

TEST(SharedMemory, GrowsByASlotForEachCommunicator) {
  SharedMemory memory;
  std::set<Slot*> slots;
  std::set<std::int64_t> areas;
  for (int i = 0; i < 100; ++i) {
    const Reservation place = alone(memory);
    slots.insert(place.own.slot);
    areas.insert(place.own.slot->place_of_first_area.extent.offset);
  }
  EXPECT_EQ(slots.size(), 100U);
  EXPECT_EQ(areas.size(), 1U);
}

// Pages have 4, 16 or 64 KiB, and mappings begin at a page boundary.
TEST(SharedMemory, CanBeMappedWhateverTheSizeOfPages) {
  constexpr std::int64_t largest_page = 64 << 10;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  SharedMemory memory;
  std::set<std::int64_t> chunks;
  for (int i = 0; i < 100; ++i) {
    const Reservation place = alone(memory);
    const ExtentLayout layout(place.address.extent);
    EXPECT_EQ(layout.area(0).offset % largest_page, 0);
    EXPECT_EQ(place.address.extent.offset % largest_page, 0);
    EXPECT_EQ(layout.all_areas().offset % largest_page, 0);
    EXPECT_EQ(layout.slots_of(0).bytes % page, 0U);
    chunks.insert(place.address.extent.offset);
  }
  EXPECT_GT(chunks.size(), 2U);
}

TEST(SharedMemory, ReturnsTheSlotsOfCommunicatorsThatAreGone) {
  SharedMemory first;
  SharedMemory second;
  meet(first, second);
  for (SharedMemory* const memory : {&first, &second})
    ASSERT_TRUE(memory->fill_area(Area::piece_bytes));
  const auto of_one = first.bytes();
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < 100; ++i) {
    pairs.push_back(std::make_unique<Pair>(Pair{first, second}));
    pairs.back()->confirm();
  }
  const Reservation early = pairs.front()->places[0].own;
  const std::int64_t before = memory_behind(early);
  const auto of_many = first.bytes();
  EXPECT_GE(of_many.mapped, 2 * 100 * sizeof(Slot));
  EXPECT_LE(of_many.mapped, of_one.mapped + 2 * 120 * sizeof(Slot)) << "each part is mapped once";
  EXPECT_EQ(of_many.own, 0U) << "there is one area";
  EXPECT_GE(before, static_cast<std::int64_t>(2 * 100 * sizeof(Slot)));
  // The two processes free them in opposite orders.
  for (auto& pair : pairs) pair->of_first.reset();
  EXPECT_EQ(memory_behind(early), before) << "the other may still look";
  while (!pairs.empty()) pairs.pop_back();
  for (std::uint64_t i = 0; i <= OtherMemory::kept_for; ++i) meet(first, second);
  constexpr std::size_t kept = 2 * (SlotPool::most_unused + 2) * sizeof(Slot);
  EXPECT_LE(first.bytes().mapped, of_one.mapped + kept);
  EXPECT_LE(second.bytes().mapped, of_one.mapped + kept);
  EXPECT_LE(memory_behind(early), static_cast<std::int64_t>(kept + 2 * sizeof(Area)));
}

TEST(SharedMemory, UnmapsThatOfProcessesThatAreGone) {
  SharedMemory lasting;
  SharedMemory other;
  std::size_t most = 0;
  for (int i = 0; i < 50; ++i) {
    SharedMemory worker;
    meet(lasting, worker);
    most = std::max(most, lasting.bytes().mapped);
  }
  const Extent extent{.memory = {}, .columns = 2, .slots = 2, .areas = 1};
  const std::size_t of_extent = ExtentLayout(extent).bytes();
  EXPECT_LE(most, (SlotPool::most_unused_columns + 1 + OtherMemory::kept_for + 1) * of_extent);
  // A part in use remains mapped while many other processes start and end.
  Pair pair{lasting, other};
  pair.confirm();
  for (std::uint64_t i = 0; i < 3 * OtherMemory::kept_for; ++i) {
    SharedMemory worker;
    meet(lasting, worker);
  }
  pair.slot_of_second()->done.mark = 7;
  EXPECT_EQ(pair.of_first->group().team().slot(1).done.mark, 7U);
}

TEST(SharedMemory, UsesASlotAgainWhenAllHaveLeftIt) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  pair.confirm();
  Slot* const slot = pair.slot_of_first();
  pair.of_first.reset();
  EXPECT_NE(first.reserve(2)->own.slot, slot) << "the other is still there";
  pair.of_second.reset();
  EXPECT_EQ(first.reserve(2)->own.slot, slot);
}

/// Makes `calls` calls of both ranks, without vectors.
void make_calls(Pair& pair, std::uint64_t calls) {
  Team& first = const_cast<Team&>(pair.of_first->group().team());
  Team& second = const_cast<Team&>(pair.of_second->group().team());
  for (std::uint64_t call = 0; call < calls; ++call)
    for (Team* const team : {&first, &second}) {
      team->begin(everyone, calls_remembered);
      team->finish();
    }
}

TEST(SharedMemory, CountsOnInASlotThatIsUsedAgain) {
  SharedMemory first;
  SharedMemory second;
  SharedMemory third;
  SharedMemory fourth;
  meet(third, fourth);
  Slot* slot = nullptr;
  {
    Pair pair{first, second};
    pair.confirm();
    make_calls(pair, 7);
    slot = pair.slot_of_first();
    slot->joined.mark = Slot::is_member;
    slot->trials.told.mark = slot->trials.heard.mark = 3;
    slot->area = 4096;
  }
  Pair pair{third, first};
  pair.confirm();
  EXPECT_EQ(pair.slot_of_second(), slot);
  EXPECT_EQ(pair.of_first->group().counted(), 7U) << "the other rank's slot has come to that";
  EXPECT_EQ(pair.of_second->group().counted(), 7U);
  EXPECT_EQ(slot->joined.mark, 0U) << "nobody has come to the next communicator";
  EXPECT_EQ(slot->trials.told.mark, 0U);
  EXPECT_EQ(slot->trials.heard.mark, 0U);
  EXPECT_EQ(slot->area, no_area);
  EXPECT_EQ(slot->departed, 0U);
  make_calls(pair, 40);
  EXPECT_EQ(slot->done.mark, 47U);
}

TEST(SharedMemory, NeedsNoMoreMemoryForManyShortLivedCommunicators) {
  SharedMemory first;
  SharedMemory second;
  std::set<Slot*> slots;
  for (int i = 0; i < 1000; ++i) {
    Pair pair{first, second};
    pair.confirm();
    slots.insert(pair.slot_of_first());
    slots.insert(pair.slot_of_second());
  }
  EXPECT_LE(slots.size(), 8U);
}

// No other rank has entered a membership that was never confirmed, so it can be retried.
TEST(SharedMemory, TakesAnUnconfirmedPlaceBackAtOnce) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  Slot* const slot = pair.slot_of_first();
  pair.of_first.reset();
  EXPECT_NE(first.reserve(2)->own.slot, slot) << "the place is still taken";
  first.give_back(pair.places[0].own);
  EXPECT_EQ(first.reserve(2)->own.slot, slot);
}

TEST(SharedMemory, SaysSoWhereThereIsNone) {
  rlimit before = {};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 0;
  SharedMemory memory;
  setrlimit(RLIMIT_NOFILE, &none);
  const auto place = memory.reserve(2);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_FALSE(place.has_value());
  EXPECT_TRUE(memory.reserve(2).has_value());
}

}  // namespace
}  // namespace allfold::node
