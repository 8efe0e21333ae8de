/// @file Memory of two or more processes, all in this process, and communicators of theirs.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "node/shared_memory.hpp"

namespace allfold::node {

inline void nothing() {}

inline Group::Setup description_of(std::vector<Group::Member> members, int rank) {
  return {.members = std::move(members),
          .rank = rank,
          .hierarchy = Hierarchy::flat(2),
          .lengths = {},
          .waiting = Waiting(nothing, /*is_crowded=*/true),
          .stagings = nullptr,
          .peers = nullptr};
}

/// What one of two processes knows when both have slots.
struct Place {
  Reservation own;
  std::vector<Address> addresses = {};
};

/// The slots of two processes for a communicator of both.
inline std::array<Place, 2> places_of(SharedMemory& first, SharedMemory& second) {
  const std::array memories{&first, &second};
  std::array<Place, 2> places{Place{.own = *first.reserve(2)}, Place{.own = *second.reserve(2)}};
  const std::vector<Address> addresses{places[0].own.address, places[1].own.address};
  for (std::size_t rank = 0; rank < 2; ++rank) {
    places[rank].addresses = addresses;
    if (!SharedMemory::founder_of(addresses)) continue;
    Place& place = places[rank];
    EXPECT_TRUE(memories[rank]->found(place.addresses, static_cast<int>(rank), place.own,
                                      SharedMemory::FirstArea::in_extent));
  }
  return places;
}

inline std::vector<Group::Member> attached(SharedMemory& memory, const Place& place, int rank) {
  return memory.attach(place.addresses, rank, place.own);
}

/// The memory of two processes, and a communicator of both.
struct Pair {
  SharedMemory& first;
  SharedMemory& second;
  std::array<Place, 2> places = places_of(first, second);
  std::unique_ptr<Membership> of_first = joined(first, 0);
  std::unique_ptr<Membership> of_second = joined(second, 1);

  std::unique_ptr<Membership> joined(SharedMemory& memory, int rank) const {
    const Place& place = places[static_cast<std::size_t>(rank)];
    return memory.join(description_of(attached(memory, place, rank), rank), place.own);
  }
  [[nodiscard]] Slot* slot_of_first() const { return places[0].own.own.slot; }
  [[nodiscard]] Slot* slot_of_second() const { return places[1].own.own.slot; }

  void confirm() const {
    of_first->confirm();
    of_second->confirm();
  }
};

/// Another communicator of both, which is gone at once.
inline void meet(SharedMemory& first, SharedMemory& second) { Pair{first, second}.confirm(); }

}  // namespace allfold::node
