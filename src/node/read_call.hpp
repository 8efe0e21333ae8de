/// @file Read call: a long vector that is not staged: ranks read the others' where they lie.
///
/// In an Allreduce each rank reduces a slice, and reads the others' slices out of their results; or
/// all, which takes a synchronisation less, and on two ranks reads no more. In a Reduce the root
/// reads and reduces all. The ranks leave together. Before anything is reduced each rank tries
/// whether it can read what it has to, by what it needs first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "node/group_call.hpp"
#include "node/peer_memory.hpp"
#include "node/slices.hpp"

namespace allfold::node {

class ReadCall : GroupCall {
 public:
  /// What each rank of an Allreduce is to reduce; in a Reduce the root reduces all. All, where
  /// vectors are reduced in place, needs room for them.
  enum class Share : std::uint8_t { slice, all };
  /// For plain elements, in flat teams. `room` is for what is read, divided among the other ranks,
  /// once all have begun the call; without any this rank can read nothing, and all that have some
  /// have as much.
  ReadCall(const GroupCall& call, CycleCounts& cycles, PeerMemory& peers, std::span<std::byte> room,
           Share share)
      : GroupCall(call),
        cycles_(cycles),
        peers_(peers),
        room_(room),
        share_(root_ == everyone ? share : Share::all) {}

  /// None, on all ranks: one of them cannot read what it has to. Nothing has been written, and the
  /// call has to go another way.
  std::optional<exec::Status> run();

 private:
  /// Shows where this rank's vectors lie.
  void begin();
  /// Waits for all, reads the first piece, and says so if that is not possible.
  void try_to_read();
  /// Whether those that read found that they can.
  [[nodiscard]] bool can_all_read();
  /// Whether nobody's result takes the place of what another rank has not read yet: all see the
  /// same.
  [[nodiscard]] bool can_reduce_all() const;

  /// What this rank reduces.
  [[nodiscard]] Range own() const { return slice_of(team_.rank()); }
  [[nodiscard]] Range slice_of(int rank) const;
  /// Whether vectors are read to where the result goes, which may take the place of the only
  /// vector besides this rank's own. That needs no room, and is done at once.
  [[nodiscard]] bool lands_in_result() const;
  /// For what is read of one other rank, in bytes.
  [[nodiscard]] std::int64_t room_of_one() const;
  /// The first one of what this rank reduces, from an element on.
  [[nodiscard]] Range piece_from(std::int64_t first) const;
  [[nodiscard]] PeerMemory::Copy copy_of(Range piece, int rank) const;
  /// Where an element of another rank's vector is, in its process; all have shown where they lie.
  [[nodiscard]] std::uintptr_t input_of(int rank, std::int64_t element) const;
  [[nodiscard]] std::uintptr_t result_of(int rank, std::int64_t element) const;
  /// Where a piece of another rank's vector is read to.
  [[nodiscard]] void* place_of(Range piece, int rank) const;
  void reduce_own();
  [[nodiscard]] bool read_piece(Range piece);
  void reduce_piece(Range piece);
  void take_others();
  [[nodiscard]] bool take_by_room(int rank, Range slice);
  /// Until nobody reads this rank's vectors any more.
  void await_readers();

  [[nodiscard]] std::size_t bytes_of(Range range) const {
    return static_cast<std::size_t>(range.size() * elements_.stride);
  }

  CycleCounts& cycles_;
  PeerMemory& peers_;
  std::span<std::byte> room_;
  Share share_;
  std::uint64_t call_ = 0;
  std::uint64_t shown_ = 0;    ///< the cycle in which vectors are shown and tried
  std::uint64_t reduced_ = 0;  ///< that in which they are reduced
};

}  // namespace allfold::node
