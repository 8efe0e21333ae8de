/// @file Read call: a long vector that is not staged: ranks read the others' where they lie.
///
/// In an Allreduce each rank reduces a slice, and reads the others' slices out of their results; or
/// all, which takes a synchronisation less, and on two ranks reads no more. In a Reduce the root
/// reads and reduces all. The ranks leave together.
///
/// The system may refuse each read: it forbids them, now or from now on, or a page of the vector is
/// not in memory, or nobody's but its owner's to touch. Then the rank says from where on nothing is
/// reduced. That is as it was on all ranks: a rank overwrites what others have to read of its input
/// only where they have reduced it. All ranks know, when they leave, what is left to do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "node/group_call.hpp"
#include "node/peer_memory.hpp"
#include "node/slices.hpp"

namespace allfold::node {

class ReadCall : GroupCall {
 public:
  /// What each rank of an Allreduce is to reduce; in a Reduce the root reduces all. All, where
  /// vectors are reduced in place, needs room for them.
  enum class Share : std::uint8_t { slice, all };
  /// For what is read, divided among the other ranks, once all have begun the call. Its size is alike
  /// on all ranks.
  struct Buffer {
    std::byte* bytes = nullptr;  ///< null: this rank has none, and can read nothing
    std::size_t size = 0;
  };
  /// For plain elements, in flat teams.
  ReadCall(const GroupCall& call, PlacesInUse& places, PeerMemory& peers, const Buffer& buffer,
           Share share)
      : GroupCall(call),
        places_(places),
        peers_(peers),
        buffer_(buffer),
        share_(root_ == everyone ? share : Share::all) {}

  exec::Status run();

  /// Whether a read was refused, to any rank: all say the same after the call.
  [[nodiscard]] bool was_refused() const;
  /// Of a call of which that is so: the first elements from one on that are still to be reduced on
  /// all ranks; none: there are no more. Alike on all ranks.
  [[nodiscard]] Range rest_from(std::int64_t element) const;
  /// Whether ranks may lack what others have reduced.
  [[nodiscard]] bool has_slices() const { return share_ == Share::slice; }

 private:
  /// Shows where this rank's vectors lie.
  void begin();
  /// How the call goes, beside those of LongCall: what others ask for is looked at.
  [[nodiscard]] Team::Step first_step() const;
  /// Waits for all to have done that.
  void find_vectors();
  /// Whether a rank's result takes the place of what others read; all see the same.
  [[nodiscard]] bool is_any_in_place() const;

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
  /// Where an element of another rank's vector is, in its process; all have shown where they lie.
  [[nodiscard]] std::uintptr_t input_of(int rank, std::int64_t element) const;
  [[nodiscard]] std::uintptr_t result_of(int rank, std::int64_t element) const;
  /// Where a piece of another rank's vector is read to.
  [[nodiscard]] void* place_of(Range piece, int rank) const;
  void reduce_own();
  [[nodiscard]] bool read_piece(Range piece);
  /// Whether what this rank has read may be overwritten, where it lies in a result.
  [[nodiscard]] bool have_all_read();
  void reduce_piece(Range piece);
  void take_others();
  [[nodiscard]] bool take_by_room(int rank, Range slice);
  /// Until nobody reads this rank's vectors any more.
  void await_readers();

  /// Says that this rank could not read something, and up to where it has reduced its share.
  void note_refusal(std::int64_t reduced_to) const;
  /// Of ranks whose marks were waited for.
  [[nodiscard]] bool has_refused(int rank) const;
  [[nodiscard]] std::int64_t reduced_to(int rank) const;
  [[nodiscard]] std::int64_t reduced_by_all() const;
  [[nodiscard]] Range rest_of_slices_from(std::int64_t element) const;

  [[nodiscard]] std::size_t bytes_of(Range range) const {
    return static_cast<std::size_t>(range.size() * elements_.stride);
  }

  PlacesInUse& places_;
  PeerMemory& peers_;
  Buffer buffer_;
  Share share_;
  /// When a rank may write its result.
  enum class Writes : std::uint8_t { at_once, once_all_have_read } writes_ = Writes::at_once;
  std::uint64_t call_ = 0;
  std::uint64_t cycle_ = 0;  ///< in which vectors are shown and reduced
};

}  // namespace allfold::node
