#include "mpi/mapped_neighbours.hpp"

#include <utility>

namespace allfold::mpi {

namespace {

/// The part of an address that others map: all but the slot's number, and what may change in there.
struct Place {
  node::MemoryName memory;
  std::int64_t slots;
  std::int64_t area;

  friend bool operator==(const Place&, const Place&) = default;
};

Place place_of(const node::Address& address) {
  // Without memory the area is not mapped yet.
  return {.memory = address.memory,
          .slots = address.slots,
          .area = address.room > 0 ? address.area : node::no_area};
}

}  // namespace

std::uint64_t MappedNeighbours::number_of(std::span<const node::Address> addresses) {
  constexpr std::uint64_t prime = 0x100000001b3U;
  std::uint64_t number = 0xcbf29ce484222325U;
  const auto add = [&](auto value) {
    number = (number ^ static_cast<std::uint64_t>(value)) * prime;
    number ^= number >> 32U;
  };
  for (const node::Address& address : addresses) {
    const Place place = place_of(address);
    add(place.memory.process);
    add(place.memory.file);
    add(place.memory.token);
    add(place.slots);
    add(place.area);
  }
  return number | 1U;
}

std::uint64_t MappedNeighbours::told(const node::Address& own) const {
  const std::lock_guard lock(mutex_);
  return group_.number != 0 && place_of(group_.own) == place_of(own) ? group_.number : 0;
}

void MappedNeighbours::keep(Group group) {
  const std::lock_guard lock(mutex_);
  const bool holds = group_.number != 0 && place_of(group_.own) == place_of(group.own);
  if (!holds || group.ranges.size() >= group_.ranges.size()) std::swap(group_, group);
}

void MappedNeighbours::close() {
  const std::lock_guard lock(mutex_);
  group_ = {};
}

}  // namespace allfold::mpi
