/// @file SharedMemory: what a process shares with others of its node.
///
/// It has own memory, of which communicators take a slot each, and long calls the staging areas
/// that they need at the same time. Others map a chunk of it once, however many communicators they
/// are in. What communicators have used goes back when they are freed: a slot is used again, and a
/// chunk of slots given back, when all ranks have left it. Nobody waits for that.
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

/// Where a rank has its slot and area for a communicator: all that others need to find it.
struct Address {
  MemoryName memory;
  std::int64_t slots = 0;                 ///< offset of a chunk of slots there
  std::int64_t area = 0;                  ///< offset of the process's first staging area
  std::int32_t slot = 0;                  ///< number in the chunk
  std::int32_t slots_there = 0;           ///< in that chunk
  std::int64_t room = 0;                  ///< of that area, in bytes; 0: it has no memory
  std::uint64_t counted = 0;              ///< Slot::counted
  std::int64_t exposed = Xpmem::nothing;  ///< all of the process's memory

  [[nodiscard]] bool is_there() const { return memory.file >= 0; }
};

/// A rank's slot and area for a communicator, before and after its group is made.
struct Reservation {
  Address address;
  OwnSlot own;
};

class SharedMemory;

/// A rank's membership in a group. If it is confirmed its place goes back at the end.
class Membership {
 public:
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  /// Tells that all ranks have become members, and takes the place over. Before that nobody comes
  /// to a member's place, and nothing may be done with the group.
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

  /// A place for a communicator that is being set up; none if there is no memory.
  [[nodiscard]] std::optional<Reservation> reserve();
  /// Gives a place back that nobody else has come to.
  void give_back(const Reservation& place);

  /// The places of all ranks, in their order, as seen here; `own` is that of rank `rank`. Areas are
  /// mapped if they have memory. Empty if something cannot be mapped.
  [[nodiscard]] std::vector<Group::Member> attach(std::span<const Address> addresses, int rank,
                                                  const Reservation& own);
  /// How vectors of these ranks, in their order, can be read.
  [[nodiscard]] std::unique_ptr<PeerMemory> peers(std::span<const Address> addresses);
  /// Becomes a member of a group whose ranks have all attached to each other.
  [[nodiscard]] std::unique_ptr<Membership> join(Group::Setup setup, const Reservation& place);

  /// Gives the first staging area so much room, for calls with long vectors; returns whether it has.
  [[nodiscard]] bool fill_area(std::size_t room) noexcept { return stagings_.fill_first(room); }

  /// Gets memory for so much room in it, in advance.
  void prepare_area(std::size_t room) noexcept { stagings_.prepare_first(room); }

  /// Forgets the groups that used staging areas last, and what is mapped by XPMEM. No call comes
  /// after this.
  void close();

  /// What this process has for others, and what it maps of others, in bytes.
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

  /// `counted`: Group::counted().
  void leave(const std::vector<std::shared_ptr<Slot>>& slots, const OwnSlot& own,
             std::uint64_t counted);

  OwnMemory own_;
  OtherMemory others_;
  AreasOfProcesses areas_{own_, others_};
  StagingPool stagings_{areas_};
  Xpmem xpmem_;
  std::mutex mutex_;  ///< of what follows
  SlotPool slots_{own_};
};

}  // namespace allfold::node
