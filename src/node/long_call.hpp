/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector passes through the staging areas in pieces, one per cycle. While one piece is staged,
/// the piece before it is reduced and the one before that is copied out. So main memory is accessed
/// only to read each input and to write each result. Each cycle has two synchronisations, and both
/// overlap with other work.
///
/// If each rank wants its own share, it reduces that, and nothing is copied out. A cycle takes a
/// piece of each share. If a share is much longer than others, ranks reduce equal slices
/// nevertheless, and each copies out what it wants.
///
/// Alternatively, each rank that gets the result reduces whole pieces: less copying and one
/// synchronisation per cycle, but more reductions. A call may also be the second half of one among
/// several nodes: only the copies of what was reduced.
#pragma once

#include "node/area_call.hpp"
#include "node/reduction.hpp"
#include "node/way.hpp"

namespace allfold::node {

class LongCall : public AreaCall {
 public:
  LongCall(const GroupCall& call, PlacesInUse& places, const Stage& stage)
      : AreaCall(call, places, stage) {}

  exec::Status run(Way way);
  /// Only the copies of the lanes' slices.
  exec::Status gather(int lanes);

 private:
  exec::Status in_slices();
  exec::Status in_shares();
  /// Whether ranks want shares of similar lengths, and a piece has room for a part of each.
  [[nodiscard]] bool suits_shares() const;
  exec::Status in_whole_pieces();
  /// Stages each piece, reduces it one cycle later, and ends it another cycle later.
  void pipeline(void (LongCall::*reduce_of_piece)(std::int64_t),
                void (LongCall::*end_of_piece)(std::int64_t));
  void put(std::int64_t index) override;
  void put_slices(std::int64_t index);
  /// Whether this rank reads its own part of a piece in the user's memory.
  [[nodiscard]] bool reads_own_in_place() const {
    return elements_.packing == nullptr && !overwrites_other_input();
  }
  void put_piece(std::int64_t index);
  /// Waits until all ranks have staged, and finds the operands of elements from `first` on, at
  /// position `staged_at` in the staged piece. Returns whether all were found.
  bool find_operands(std::int64_t index, std::int64_t staged_at, std::int64_t first);
  /// Reduces all operands, to shared memory unless `shared` is null, and to this rank's result.
  void reduce_into(std::byte* shared, Range range);
  void reduce_slice(std::int64_t index);
  void reduce_piece(std::int64_t index);
  void reduce_share(std::int64_t index);
  /// Copies this rank's slice, which is already reduced, to its area, and shows it.
  void show_slice(std::int64_t index);
  /// In clusters, waits until all ranks have reduced a cycle. In flat teams, each rank waits for
  /// the slices it takes.
  void settle(std::int64_t index);
  void take(std::int64_t index);
  void take_slice(std::int64_t index, int rank);

  /// How a cycle is staged.
  enum class Puts : std::uint8_t { nothing, slices, pieces } puts_ = Puts::nothing;
  int staged_for_ = everyone;  ///< which ranks read what is staged
};

}  // namespace allfold::node
