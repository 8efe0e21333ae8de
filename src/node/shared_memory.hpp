/// @file SharedMemory: what a process shares with others of its node.
///
/// Each communicator takes a slot of each process. Slots, and the first staging area of each process,
/// are in extents, of which the processes that use them together map all at once. Long calls take as
/// many further areas, in the process's own memory, as they need at the same time. A process maps
/// each range once, for all communicators. What a freed
/// communicator used is reused: a slot is taken again, and a column of slots given back, after all
/// ranks have left it. No rank waits for that.
///
/// Setting up a communicator: each rank takes a slot, or if it has none left, reserves a place for
/// an extent: reserve(). The ranks tell each other their addresses. If a rank of a node has no slot,
/// the node's ranks make an extent, in which all have slots: found(). Then each rank maps what it
/// has not mapped: attach().
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "node/areas_of_process.hpp"
#include "node/extent.hpp"
#include "node/group.hpp"
#include "node/other_memory.hpp"
#include "node/own_memory.hpp"
#include "node/slots.hpp"
#include "node/staging.hpp"
#include "node/xpmem.hpp"

namespace allfold::node {

/// Where a rank has its slot for a communicator, and its areas: all that other ranks need to find
/// them.
struct Address {
  MemoryName memory;          ///< its own: where areas other than its first one are
  Extent extent;              ///< where its slot is; if it has none, where an extent can be made
  std::int32_t column = 0;    ///< of the slot
  std::int32_t slot = 0;      ///< number in the column
  std::int64_t room = 0;      ///< of its first area, in bytes per piece; 0: it has no memory
  std::uint64_t counted = 0;  ///< Slot::counted
  std::int64_t exposed = Xpmem::nothing;  ///< XPMEM segment of all the process's memory

  [[nodiscard]] bool is_there() const { return memory.file >= 0; }
  [[nodiscard]] bool has_slot() const { return extent.columns > 0; }
};

/// A rank's slot for a communicator that is being set up.
struct Reservation {
  Address address;
  OwnSlot own;                 ///< of SharedMemory::found() if there was none before
  std::size_t for_extent = 0;  ///< bytes that are reserved in this process's memory
};

class SharedMemory;

/// A rank's membership in a group. After confirm() the destructor gives its slot back.
class Membership {
 public:
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  /// Called when all ranks have become members: takes over the slot. Before that no other rank
  /// accesses a member's slot, and the group must not be used.
  void confirm();
  [[nodiscard]] Group& group() const;

 private:
  friend class SharedMemory;
  class Enrolled;
  Membership(SharedMemory& memory, std::shared_ptr<Enrolled> group);

  SharedMemory& memory_;
  std::shared_ptr<Enrolled> group_;
};

class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// A slot, or a place for an extent of up to `columns` columns, for a communicator that is being
  /// set up; empty if there is no memory, or if all slots together would have more than
  /// `most_bytes_of_slots` bytes.
  [[nodiscard]] std::optional<Reservation> reserve(
      std::int32_t columns, std::size_t most_bytes_of_slots = SlotPool::no_limit);
  /// Bytes of memory that the slots have.
  [[nodiscard]] std::size_t bytes_of_slots();
  /// Gives back a reservation whose slot no other rank has accessed, and whose place for an extent no
  /// other rank will use; or only that place.
  void give_back(Reservation& place);
  void give_back_place(Reservation& place);

  /// Which of the ranks with these addresses has the place for the extent that they must make; empty
  /// if all have slots.
  [[nodiscard]] static std::optional<std::size_t> founder_of(std::span<const Address> addresses);
  /// Makes an extent together with the other ranks, all of which call this with the same
  /// `addresses`, in rank order. `own` is that of rank `rank`. Afterwards the addresses are those of
  /// slots in the extent, and of no areas, which are mapped later. Returns whether this rank has its
  /// slot; others access it only after all ranks have told each other that they have theirs.
  /// `area`: where this rank's first area will be, if it has none.
  enum class FirstArea : std::uint8_t { in_extent, in_own_memory };
  [[nodiscard]] bool found(std::span<Address> addresses, int rank, Reservation& own,
                           FirstArea area);
  /// Maps the slots of all ranks, and their first areas if these have memory. `addresses` are in rank
  /// order, and `own` is that of rank `rank`. Returns nothing if a mapping fails.
  [[nodiscard]] std::vector<Group::Member> attach(std::span<const Address> addresses, int rank,
                                                  const Reservation& own);
  /// How the vectors of these ranks, in rank order, can be read.
  [[nodiscard]] std::unique_ptr<PeerMemory> peers(std::span<const Address> addresses);
  /// Makes this rank a member of a group whose ranks have all attached to each other.
  [[nodiscard]] std::unique_ptr<Membership> join(Group::Setup setup, const Reservation& place);

  /// Gives the first staging area at least `room` bytes per piece, for calls with long vectors.
  /// Returns whether it has them.
  [[nodiscard]] bool fill_area(std::size_t room) noexcept { return stagings_.fill_first(room); }

  /// Forgets the groups that used staging areas last, and all XPMEM mappings. Must be the last
  /// call.
  void close();

  /// Bytes of address space: of this process's own areas other than the first, and of what it has
  /// mapped of extents and of such areas of others.
  struct Bytes {
    std::size_t own;
    std::size_t mapped;
  };
  [[nodiscard]] Bytes bytes();

 private:
  friend class Membership;

  void set_slot(Reservation& place, const OwnSlot& slot);
  /// A place for this process's first area in its own memory; of no extent if it cannot be had.
  [[nodiscard]] PlaceOfArea place_in_own_memory();
  /// `counted`: see Group::counted().
  void leave(const std::vector<std::shared_ptr<Slot>>& slots, const OwnSlot& own,
             std::uint64_t counted);

  OwnMemory own_;
  OtherMemory others_;
  AreasOfProcess areas_{own_, others_};
  StagingPool stagings_{areas_};
  Xpmem xpmem_;
  std::mutex mutex_;  ///< protects what follows
  SlotPool slots_;
};

}  // namespace allfold::node
