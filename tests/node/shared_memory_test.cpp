#include "node/shared_memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <set>

namespace allfold::node {
namespace {

void nothing() {}

Group::Setup description_of(std::vector<Group::Member> members, int rank) {
  return {.members = std::move(members),
          .rank = rank,
          .hierarchy = Hierarchy::flat(2),
          .lengths = {},
          .waiting = Waiting(nothing, /*is_crowded=*/true),
          .stagings = nullptr,
          .peers = nullptr};
}

/// The memory of two processes, and a communicator of both.
struct Pair {
  SharedMemory& first;
  SharedMemory& second;
  Reservation place_of_first = *first.reserve();
  Reservation place_of_second = *second.reserve();
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

TEST(SharedMemory, IsSeenByOthersWhereTheyAttachToIt) {
  SharedMemory first;
  SharedMemory second;
  first.give_back(*first.reserve());
  ASSERT_TRUE(first.fill_area(Area::piece_bytes));
  const Reservation mine = *first.reserve();
  const Reservation other = *second.reserve();
  const std::vector<Address> addresses{mine.address, other.address};
  const auto members = second.attach(addresses, 1, other);
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(members[1].slot.get(), other.own.slot);
  EXPECT_NE(members[0].slot.get(), mine.own.slot) << "another mapping of the same memory";
  mine.own.slot->done.mark = 42;
  EXPECT_EQ(members[0].slot->done.mark, 42U);
  EXPECT_NE(members[0].area.area, nullptr);
}

/// The memory that the system has allocated for a process, in bytes.
std::int64_t memory_behind(const Reservation& place) {
  struct stat status = {};
  EXPECT_EQ(fstat(place.address.memory.file, &status), 0);
  return std::int64_t{status.st_blocks} * 512;
}

TEST(SharedMemory, TakesLittleBeforeLongVectorsNeedMore) {
  SharedMemory memory;
  const Reservation place = *memory.reserve();
  constexpr auto slot = static_cast<std::int64_t>(sizeof(Slot));
  const auto pages = 3 * static_cast<std::int64_t>(system::page_bytes());
  const std::size_t room = room_for(8192);
  const auto room_of_short = static_cast<std::int64_t>(Area::cycles * (room + slices_room(room)));
  EXPECT_LE(memory_behind(place), slot + pages);
  EXPECT_EQ(place.address.room, 0);
  EXPECT_TRUE(memory.fill_area(room));
  EXPECT_LE(memory_behind(place), slot + room_of_short + pages);
  EXPECT_EQ(memory.reserve()->address.room, static_cast<std::int64_t>(room));
  EXPECT_TRUE(memory.fill_area(Area::piece_bytes));
  EXPECT_GE(memory_behind(place), slot + static_cast<std::int64_t>(sizeof(Area)));
  const Reservation next = *memory.reserve();
  EXPECT_EQ(next.address.room, static_cast<std::int64_t>(Area::piece_bytes));
  EXPECT_LE(memory_behind(next), 3 * slot + static_cast<std::int64_t>(sizeof(Area)) + pages);
}

TEST(SharedMemory, TakesLittleInAdvanceAndTellsNobody) {
  SharedMemory memory;
  memory.prepare_area(least_room());  // no communicator exists yet
  const Reservation place = *memory.reserve();
  const std::int64_t before = memory_behind(place);
  memory.prepare_area(least_room());
  EXPECT_GE(memory_behind(place), before + static_cast<std::int64_t>(Area::cycles * least_room()));
  EXPECT_EQ(memory.reserve()->address.room, 0);
  const std::int64_t prepared = memory_behind(place);
  EXPECT_TRUE(memory.fill_area(least_room()));
  EXPECT_EQ(memory_behind(place), prepared);
  EXPECT_EQ(memory.reserve()->address.room, static_cast<std::int64_t>(least_room()));
  EXPECT_TRUE(memory.fill_area(Area::piece_bytes));
  EXPECT_GT(memory_behind(place), prepared);
}

TEST(SharedMemory, IsNotFoundUnderAnotherProcessOrToken) {
  SharedMemory first;
  SharedMemory second;
  const Reservation mine = *first.reserve();
  const Reservation other = *second.reserve();
  for (const int what : {0, 1, 2}) {
    std::vector<Address> addresses{mine.address, other.address};
    if (what == 0) addresses[0].memory.token ^= 1U;
    if (what == 1) addresses[0].memory.file = 0;
    if (what == 2) addresses[0].memory.process = 1 << 30;
    EXPECT_TRUE(second.attach(addresses, 1, other).empty()) << what;
  }
}

// Each rank of a node maps the memory of all others.
TEST(SharedMemory, HasFewAddressesForFewCommunicators) {
  SharedMemory memory;
  static_cast<void>(memory.reserve());
  const Reservation second = *memory.reserve();
  EXPECT_LE(memory.bytes().own, sizeof(Area) + 2 * sizeof(Slot));
  EXPECT_EQ(second.address.slots_there, 2);
  static_cast<void>(memory.reserve());
  EXPECT_LE(memory.bytes().own, sizeof(Area) + 8 * sizeof(Slot));
}

// Making and freeing communicators alternately does not allocate and free memory.
TEST(SharedMemory, KeepsTheChunksOfSomeCommunicators) {
  SharedMemory first;
  SharedMemory second;
  Pair lasting{first, second};
  lasting.confirm();
  std::size_t own = 0;
  for (int turn = 0; turn < 3; ++turn) {
    std::vector<std::unique_ptr<Pair>> pairs;
    for (int i = 0; i < SlotPool::most_unused; ++i) {
      pairs.push_back(std::make_unique<Pair>(Pair{first, second}));
      pairs.back()->confirm();
    }
    if (turn > 0) {
      EXPECT_EQ(first.bytes().own, own);
    }
    own = first.bytes().own;
    pairs.clear();
    EXPECT_EQ(first.bytes().own, own);
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
  EXPECT_EQ(first.reserve(most), std::nullopt);
  EXPECT_EQ(first.bytes_of_slots(), most);
  // One in the middle of a chunk is used again.
  Slot* const slot = pairs[4]->place_of_first.own.slot;
  pairs.erase(pairs.begin() + 4);
  const std::optional<Reservation> again = first.reserve(most);
  ASSERT_NE(again, std::nullopt);
  EXPECT_EQ(again->own.slot, slot);
  EXPECT_EQ(first.reserve(most), std::nullopt);
  first.give_back(*again);
  EXPECT_NE(first.reserve(most), std::nullopt);
}

TEST(SharedMemory, GrowsByASlotForEachCommunicator) {
  SharedMemory memory;
  std::set<Slot*> slots;
  std::set<std::int64_t> areas;
  for (int i = 0; i < 100; ++i) {
    const Reservation place = *memory.reserve();
    slots.insert(place.own.slot);
    areas.insert(place.address.area);
  }
  EXPECT_EQ(slots.size(), 100U);
  EXPECT_EQ(areas.size(), 1U);
}

// Pages have 4, 16 or 64 KiB, and mappings begin at a page boundary.
TEST(SharedMemory, CanBeMappedWhateverTheSizeOfPages) {
  constexpr std::int64_t largest_page = 64 << 10;
  SharedMemory memory;
  std::set<std::int64_t> chunks;
  for (int i = 0; i < 100; ++i) {
    const Reservation place = *memory.reserve();
    EXPECT_EQ(place.address.area % largest_page, 0);
    EXPECT_EQ(place.address.slots % largest_page, 0);
    chunks.insert(place.address.slots);
  }
  EXPECT_GT(chunks.size(), 2U);
}

// Areas are mapped at set-up if they have memory then, otherwise when they get it.
TEST(SharedMemory, MapsAreasThatHaveMemory) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  pair.confirm();
  EXPECT_LE(first.bytes().of_others + sizeof(Area), first.bytes().own);
  ASSERT_TRUE(first.fill_area(Area::piece_bytes) && second.fill_area(Area::piece_bytes));
  EXPECT_TRUE(pair.of_first->group().find_areas());
  EXPECT_EQ(first.bytes().of_others, first.bytes().own);
  EXPECT_LE(second.bytes().of_others + sizeof(Area), second.bytes().own);
  Pair{first, second}.confirm();
  EXPECT_EQ(second.bytes().of_others, second.bytes().own);
}

TEST(SharedMemory, ReturnsTheSlotsOfCommunicatorsThatAreGone) {
  SharedMemory first;
  SharedMemory second;
  for (SharedMemory* const memory : {&first, &second}) {
    memory->give_back(*memory->reserve());
    ASSERT_TRUE(memory->fill_area(Area::piece_bytes));
  }
  const auto of_one = [&] {
    Pair pair{first, second};
    pair.confirm();
    return first.bytes();
  }();
  std::vector<std::unique_ptr<Pair>> pairs;
  for (int i = 0; i < 100; ++i) {
    pairs.push_back(std::make_unique<Pair>(Pair{first, second}));
    pairs.back()->confirm();
  }
  const auto of_many = first.bytes();
  EXPECT_GE(of_many.own, 100 * sizeof(Slot));
  EXPECT_LE(of_many.own, of_one.own + 116 * sizeof(Slot)) << "there is one area";
  EXPECT_EQ(of_many.of_others, of_many.own) << "each part is mapped once";
  // The two processes free them in opposite orders.
  for (auto& pair : pairs) pair->of_first.reset();
  EXPECT_GE(first.bytes().own, 100 * sizeof(Slot)) << "the other may still look";
  while (!pairs.empty()) pairs.pop_back();
  for (std::uint64_t i = 0; i <= OtherMemory::kept_for; ++i) Pair{first, second}.confirm();
  const std::size_t kept = SlotPool::most_unused * sizeof(Slot);
  EXPECT_LE(first.bytes().own, of_one.own + kept);
  EXPECT_LE(first.bytes().of_others, of_one.of_others + kept);
  EXPECT_LE(second.bytes().own, of_one.own + kept);
}

TEST(SharedMemory, UnmapsThatOfProcessesThatAreGone) {
  SharedMemory lasting;
  SharedMemory other;
  std::size_t most = 0;
  for (int i = 0; i < 50; ++i) {
    SharedMemory worker;
    Pair{lasting, worker}.confirm();
    most = std::max(most, lasting.bytes().of_others);
  }
  EXPECT_LE(most, (OtherMemory::kept_for + 2) * lasting.bytes().own);
  // A part in use remains mapped while many other processes start and end.
  Pair pair{lasting, other};
  pair.confirm();
  for (std::uint64_t i = 0; i < 3 * OtherMemory::kept_for; ++i) {
    SharedMemory worker;
    Pair{lasting, worker}.confirm();
  }
  pair.place_of_second.own.slot->done.mark = 7;
  EXPECT_EQ(pair.of_first->group().team().slot(1).done.mark, 7U);
}

TEST(SharedMemory, UsesASlotAgainWhenAllHaveLeftIt) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  pair.confirm();
  Slot* const slot = pair.place_of_first.own.slot;
  pair.of_first.reset();
  EXPECT_NE(first.reserve()->own.slot, slot) << "the other is still there";
  pair.of_second.reset();
  EXPECT_EQ(first.reserve()->own.slot, slot);
}

/// Makes `calls` calls of both ranks, without vectors.
void make_calls(Pair& pair, std::uint64_t calls) {
  Team& first = const_cast<Team&>(pair.of_first->group().team());
  Team& second = const_cast<Team&>(pair.of_second->group().team());
  for (std::uint64_t call = 0; call < calls; ++call)
    for (Team* const team : {&first, &second}) {
      team->begin(everyone, most_kept);
      team->finish();
    }
}

TEST(SharedMemory, CountsOnInASlotThatIsUsedAgain) {
  SharedMemory first;
  SharedMemory second;
  SharedMemory third;
  Slot* slot = nullptr;
  {
    Pair pair{first, second};
    pair.confirm();
    make_calls(pair, 7);
    slot = pair.place_of_first.own.slot;
    slot->joined.mark = Slot::is_member;
    slot->trials.told.mark = slot->trials.heard.mark = 3;
    slot->area = 4096;
  }
  Pair pair{third, first};
  pair.confirm();
  EXPECT_EQ(pair.place_of_second.own.slot, slot);
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
    slots.insert(pair.place_of_first.own.slot);
    slots.insert(pair.place_of_second.own.slot);
  }
  EXPECT_LE(slots.size(), 8U);
}

// No other rank has entered a membership that was never confirmed, so it can be retried.
TEST(SharedMemory, TakesAnUnconfirmedPlaceBackAtOnce) {
  SharedMemory first;
  SharedMemory second;
  Pair pair{first, second};
  Slot* const slot = pair.place_of_first.own.slot;
  pair.of_first.reset();
  EXPECT_NE(first.reserve()->own.slot, slot) << "the place is still taken";
  first.give_back(pair.place_of_first);
  EXPECT_EQ(first.reserve()->own.slot, slot);
}

TEST(SharedMemory, SaysSoWhereThereIsNone) {
  rlimit before = {};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit none = before;
  none.rlim_cur = 0;
  SharedMemory memory;
  setrlimit(RLIMIT_NOFILE, &none);
  const auto place = memory.reserve();
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_FALSE(place.has_value());
  EXPECT_TRUE(memory.reserve().has_value());
}

}  // namespace
}  // namespace allfold::node
