/// @file SharedMemory: what a process shares with others of its node.
///
/// A process has own memory. Each communicator takes a slot in it, and long calls take as many
/// staging areas as they need at the same time. Other processes map each chunk once, for all
/// communicators. What a freed communicator used is reused: a slot is taken again, and a chunk of
/// slots given back, after all ranks have left it. No rank waits for that.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "node/group.hpp"
#include "node/other_memory.hpp"
#include "node/own_memory.hpp"
#include "node/slots.hpp"
#include "node/staging.hpp"
#include "node/xpmem.hpp"

namespace allfold::node {

/// Where a rank has its slot and area for a communicator: all that other ranks need to find them.
struct Address {
  MemoryName memory;
  std::int64_t slots = 0;                 ///< offset of a chunk of slots
  std::int64_t area = 0;                  ///< offset of the process's first staging area
  std::int32_t slot = 0;                  ///< number in the chunk
  std::int32_t slots_there = 0;           ///< number of slots in that chunk
  std::int64_t room = 0;                  ///< of that area, in bytes per piece; 0: it has no memory
  std::uint64_t counted = 0;              ///< Slot::counted
  std::int64_t exposed = Xpmem::nothing;  ///< XPMEM segment of all the process's memory

  [[nodiscard]] bool is_there() const { return memory.file >= 0; }
};

/// A rank's slot and area for a communicator that is being set up.
struct Reservation {
  Address address;
  OwnSlot own;
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

  /// A slot and an area for a communicator that is being set up; empty if there is no memory, or if
  /// all slots together would have more than `most_bytes_of_slots` bytes.
  [[nodiscard]] std::optional<Reservation> reserve(
      std::size_t most_bytes_of_slots = SlotPool::no_limit);
  /// Bytes of memory that the slots have.
  [[nodiscard]] std::size_t bytes_of_slots();
  /// Gives back a reservation whose slot no other rank has accessed.
  void give_back(const Reservation& place);

  /// Maps the slots of all ranks, and their areas if these have memory. `addresses` are in rank
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

  /// Allocates memory for such a room in advance.
  void prepare_area(std::size_t room) noexcept { stagings_.prepare_first(room); }

  /// Forgets the groups that used staging areas last, and all XPMEM mappings. Must be the last
  /// call.
  void close();

  /// Bytes that this process shares, and bytes that it maps of other processes.
  struct Bytes {
    std::size_t own;
    std::size_t of_others;
  };
  [[nodiscard]] Bytes bytes();

 private:
  friend class Membership;

  /// Staging areas in own memory and in that of other processes.
  class AreasOfProcesses final : public AreaSource {
   public:
    AreasOfProcesses(OwnMemory& own, OtherMemory& others) : own_(own), others_(others) {}
    [[nodiscard]] Made make() noexcept override;
    [[nodiscard]] bool fill(const Made& made, std::size_t room) noexcept override;
    void bring(const Made& made, std::size_t room) noexcept override;
    [[nodiscard]] std::shared_ptr<Area> find(const MemoryName& of,
                                             std::int64_t offset) noexcept override;

   private:
    OwnMemory& own_;
    OtherMemory& others_;
  };

  /// `counted`: see Group::counted().
  void leave(const std::vector<std::shared_ptr<Slot>>& slots, const OwnSlot& own,
             std::uint64_t counted);

  OwnMemory own_;
  OtherMemory others_;
  AreasOfProcesses areas_{own_, others_};
  StagingPool stagings_{areas_};
  Xpmem xpmem_;
  std::mutex mutex_;  ///< protects what follows
  SlotPool slots_{own_};
};

}  // namespace allfold::node
