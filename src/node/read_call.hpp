/// @file Read call: a long vector that is not staged: ranks read the other ranks' vectors in place.
///
/// In an Allreduce each rank reduces a slice, and then reads the other slices from the other ranks'
/// results. Or each rank reduces the whole vector, which needs one synchronisation fewer, and on
/// two ranks reads no more. In a Reduce the root reads and reduces everything; if ranks want shares,
/// each reads and reduces its own. All ranks leave together.
///
/// The system may refuse any read: reading may be forbidden, or a page may be absent, or accessible
/// to its owner only. Then the rank announces the element up to which it has reduced its share. The
/// inputs of the other elements are intact on all ranks: a rank overwrites input that others have
/// to read only after they have reduced it. On leaving, all ranks know what is left to reduce.
#pragma once

#include <cstddef>
#include <cstdint>

#include "node/group_call.hpp"
#include "node/peer_memory.hpp"
#include "node/slices.hpp"

namespace allfold::node {

class ReadCall : GroupCall {
 public:
  /// What each rank of an Allreduce reduces; in other calls each reduces what it wants. `all`, with
  /// an input in place, needs a buffer for whole vectors.
  enum class Share : std::uint8_t { slice, all, wanted };
  /// Memory for data that is read, divided among the other ranks, where it is not read directly into
  /// the result; and for what the system refuses to write there. It is used after all ranks have
  /// begun the call. Its size is equal on all ranks.
  struct Buffer {
    std::byte* bytes = nullptr;  ///< null: this rank has none, and reads nothing in either way
    std::size_t size = 0;
  };
  /// Only for plain elements, in flat teams.
  ReadCall(const GroupCall& call, PlacesInUse& places, PeerMemory& peers, const Buffer& buffer,
           Share share)
      : GroupCall(call),
        places_(places),
        peers_(peers),
        buffer_(buffer),
        share_(root_ == everyone && !wanted_.are_shares() ? share : Share::wanted) {}

  exec::Status run();

  /// Whether any rank was refused a read. Equal on all ranks after the call.
  [[nodiscard]] bool was_refused() const;
  /// After a refused read: the first range of elements, from `element` on, that all ranks have yet
  /// to reduce; empty if there is none. Equal on all ranks.
  [[nodiscard]] Range rest_from(std::int64_t element) const;
  /// Whether ranks may lack slices that other ranks have reduced.
  [[nodiscard]] bool has_slices() const { return share_ == Share::slice; }
  /// Called when no rank needs the inputs any more: copies a result that was reduced elsewhere since
  /// it overwrites them.
  exec::Status bring_result();

 private:
  /// Shows the addresses of this rank's vectors.
  void begin();
  /// The first step of the call, with a kind that LongCall does not use: ranks compare what they
  /// ask for.
  [[nodiscard]] Team::Step first_step() const;
  /// Waits until all ranks have shown the addresses of their vectors.
  void find_vectors();
  /// Whether any rank's result overwrites the input that others read. Equal on all ranks.
  [[nodiscard]] bool is_any_in_place() const;

  /// What this rank reduces.
  [[nodiscard]] Range own() const { return slice_of(team_.rank()); }
  [[nodiscard]] Range slice_of(int rank) const;
  /// Whether vectors are read directly into the result, which is possible with one other rank, if
  /// this rank's input is elsewhere. That needs no buffer, and takes one read.
  [[nodiscard]] bool lands_in_result() const;
  /// Bytes of the buffer for data of one other rank.
  [[nodiscard]] std::int64_t room_of_one() const;
  /// The first piece of this rank's share, from element `first` on.
  [[nodiscard]] Range piece_from(std::int64_t first) const;
  /// The address of an element of another rank's vector, in that rank's process. All ranks must
  /// have shown their addresses.
  [[nodiscard]] std::uintptr_t input_of(int rank, std::int64_t element) const;
  [[nodiscard]] std::uintptr_t result_of(int rank, std::int64_t element) const;
  /// Where a piece of another rank's vector is copied to.
  [[nodiscard]] void* destination_of(Range piece, int rank) const;
  void reduce_own();
  /// Provides memory for a result that overwrites what others read. Returns false if there is none.
  [[nodiscard]] bool reserve_aside();
  /// Where an element of the result is reduced to.
  [[nodiscard]] void* destination_of_result(std::int64_t element) const {
    if (aside_ == nullptr) return result_at(element);
    return aside_ + (element - own_.first) * elements_.stride;
  }
  [[nodiscard]] bool read_piece(Range piece);
  /// Whether all ranks have read their inputs, so that results may overwrite them.
  [[nodiscard]] bool have_all_read();
  void reduce_piece(Range piece);
  void take_others();
  [[nodiscard]] bool take_by_room(int rank, Range slice);
  /// Waits until no rank reads this rank's vectors any more.
  void await_readers();

  /// Announces that this rank was refused a read, and up to which element it has reduced its share.
  void note_refusal(std::int64_t reduced_to) const;
  /// For ranks whose marks this rank has waited for.
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
  std::byte* aside_ = nullptr;  ///< see bring_result(); null if the result is reduced in its place
  std::uint64_t call_ = 0;
  std::uint64_t cycle_ = 0;  ///< the cycle in which vectors are shown and reduced
};

}  // namespace allfold::node
