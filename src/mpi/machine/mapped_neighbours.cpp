#include "mpi/machine/mapped_neighbours.hpp"

#include <array>
#include <utility>

#include "mpi/memory/bucket.hpp"

namespace allfold::mpi::machine {

namespace {

/// The part of an address that identifies a process and what others map of it: without the slot's
/// place in the extent, and what may change in the slot.
std::array<std::uint64_t, 6> mapped_part_of(const node::Address& address) {
  const node::Extent& extent = address.extent;
  // An area without room is not mapped yet.
  return {static_cast<std::uint64_t>(address.memory.process), address.memory.token,
          static_cast<std::uint64_t>(extent.memory.process),  extent.memory.token,
          static_cast<std::uint64_t>(extent.offset),          address.room > 0 ? 1U : 0U};
}

}  // namespace

std::uint64_t MappedNeighbours::number_of(std::span<const node::Address> addresses) {
  std::uint64_t number = 0;
  for (const node::Address& address : addresses)
    number =
        memory::mixed(std::array<std::uint64_t, 2>{number, memory::mixed(mapped_part_of(address))});
  return number | 1U;
}

std::uint64_t MappedNeighbours::told(const node::Address& own) const {
  const std::lock_guard lock(mutex_);
  return group_.number != 0 && mapped_part_of(group_.own) == mapped_part_of(own) ? group_.number
                                                                                 : 0;
}

void MappedNeighbours::keep(Group group) {
  const std::lock_guard lock(mutex_);
  const bool holds = group_.number != 0 && mapped_part_of(group_.own) == mapped_part_of(group.own);
  if (!holds || group.ranges.size() >= group_.ranges.size()) std::swap(group_, group);
}

void MappedNeighbours::close() {
  const std::lock_guard lock(mutex_);
  group_ = {};
}

}  // namespace allfold::mpi::machine
