/// @file Memory: what a process shares with others of its machine.
///
/// It has one Segment. A communicator takes a slot of it and uses a staging area, which groups that
/// are never in a call at the same time have in common: memory grows by a slot for each
/// communicator. A slot is used again when all ranks of its communicator have left it; nobody waits
/// for that.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "node/group.hpp"
#include "node/segment.hpp"

namespace allfold::node {

/// Where a rank has its part of a communicator: all that others need to find it.
struct Address {
  SegmentName segment;
  std::int64_t slots = 0;  ///< offset of a chunk of slots in the segment
  std::int64_t area = 0;   ///< offset of the staging area
  std::int64_t slot = 0;   ///< number in the chunk

  [[nodiscard]] bool is_there() const { return segment.file >= 0; }
};

/// A rank's part of a communicator, before and after its group is made.
struct Place {
  Address address;
  Slot* slot = nullptr;
  std::shared_ptr<Staging> staging;
};

class Memory;

/// A rank's membership in a group. What it holds of the process's memory goes back at the end.
class Membership {
 public:
  ~Membership();
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

  /// Tells that all ranks have become members. Before that nobody comes to a member's place, and
  /// nothing may be done with the group.
  void confirm();
  [[nodiscard]] Group& group() const;

 private:
  friend class Memory;
  class Enrolled;
  Membership(Memory& memory, std::shared_ptr<Enrolled> group, Place place);

  Memory& memory_;
  std::shared_ptr<Enrolled> group_;
  Place place_;
};

class Memory {
 public:
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Whether groups may be in calls at the same time, in several threads.
  enum class Calls : std::uint8_t { one_at_a_time, at_once };

  /// A place for a communicator that is being set up; none if there is no memory.
  [[nodiscard]] std::optional<Place> reserve(Calls calls);
  /// Gives a place back that nobody else has come to.
  void give_back(const Place& place);

  /// The places of all ranks, in their order, as seen here; `own` is that of rank `rank`. Empty if
  /// one of them cannot be mapped.
  [[nodiscard]] std::vector<Group::Member> attach(std::span<const Address> addresses, int rank,
                                                  const Place& own);
  /// Becomes a member of a group whose ranks have all attached to each other. The place goes back
  /// with the membership.
  [[nodiscard]] std::unique_ptr<Membership> join(Group::Description description,
                                                 const Place& place);

  /// Forgets the groups that used staging areas last. No call comes after this.
  void close();

 private:
  friend class Membership;

  struct FreeSlot {
    std::int64_t chunk;
    std::int64_t number;
    Slot* slot;
  };
  /// A slot that this process has left, but perhaps not all others.
  struct LeftSlot {
    FreeSlot slot;
    std::uint32_t ranks;
  };
  struct FreeStaging {
    std::int64_t offset;
    std::shared_ptr<Staging> staging;
  };
  /// What is mapped of another process's segment, by offset.
  struct Other {
    SegmentName segment;
    std::map<std::int64_t, Mapping> parts;
  };

  bool grow_slots();
  bool take_slot(Place& place);
  bool take_staging(Place& place, Calls calls);
  std::byte* part_of(const SegmentName& segment, std::int64_t offset, std::size_t size);
  void leave(const std::vector<Group::Member>& members, const FreeSlot& own);
  void give_back_slot(const FreeSlot& slot);
  void give_back_staging(const Place& place);

  std::mutex mutex_;
  Segment segment_;
  std::vector<Mapping> own_parts_;
  std::size_t slots_ = 0;  ///< in all
  std::vector<FreeSlot> free_slots_;
  std::vector<LeftSlot> left_slots_;
  std::vector<FreeStaging> free_stagings_;
  FreeStaging common_ = {};  ///< for groups whose calls come one at a time
  std::vector<Other> others_;
};

}  // namespace allfold::node
