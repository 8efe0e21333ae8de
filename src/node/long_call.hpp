/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector passes through the staging areas in pieces, one per cycle. While one piece is staged,
/// the piece before it is reduced and the one before that is copied out. So main memory is accessed
/// only to read each input and to write each result. Each cycle has two synchronisations, and both
/// overlap with other work.
///
/// Alternatively, each rank that gets the result reduces whole pieces: less copying and one
/// synchronisation per cycle, but more reductions. A call may also be one half: only the
/// reductions, or only the copies of what was reduced.
#pragma once

#include "node/areas.hpp"
#include "node/group_call.hpp"
#include "node/introduction.hpp"
#include "node/reduction.hpp"
#include "node/slices.hpp"
#include "node/way.hpp"

namespace allfold::node {

class LongCall : GroupCall {
 public:
  /// Where pieces of up to `piece_bytes` bytes are staged.
  struct Stage {
    Areas& areas;
    OwnStaging& own;
    std::int64_t piece_bytes;
  };
  LongCall(const GroupCall& call, PlacesInUse& places, const Stage& stage);

  exec::Status run(Way way);
  /// Whether run() was given up, on all ranks, because a rank's area could not be mapped. Then
  /// nothing was reduced, and the call must use another way. Only for calls for which
  /// without_areas() is `another_way`.
  [[nodiscard]] bool was_given_up() const { return is_given_up_; }
  /// Only the reductions: each lane's slice of the result is computed on its own rank.
  exec::Status scatter(int lanes);
  /// Only the copies of the lanes' slices.
  exec::Status gather(int lanes);

 private:
  [[nodiscard]] std::uint64_t cycle(std::int64_t index) const {
    return first_cycle_ + static_cast<std::uint64_t>(index);
  }

  /// The kind of call, which is equal on all ranks. ReadCall uses further numbers.
  enum class Kind : std::uint8_t { in_slices = 1, in_whole_pieces, scatter, gather };
  /// Begins a call with the cycles of `slices`.
  void begin(Kind kind, const Slices& slices, const Introduction::Needs& needs);
  [[nodiscard]] Team::Step step(std::int64_t index) const;
  /// Starts to use this rank's place for a cycle. In the first cycle it also shows what this rank
  /// asks for.
  void open(std::int64_t index, int readers);
  /// Waits until all ranks have reached a cycle. Returns false if one never will.
  bool await_all(Progress progress, std::int64_t index);
  exec::Status end();

  /// What a whole call of all ranks does without areas: elements that fit are reduced by short
  /// calls.
  [[nodiscard]] Introduction::Otherwise without_areas() const;
  exec::Status in_slices();
  exec::Status in_whole_pieces();
  /// Stages each piece, reduces it one cycle later, and ends it another cycle later.
  void pipeline(void (LongCall::*end_of_piece)(std::int64_t));
  /// Waits until the memory of the cycle is free, copies a piece into this rank's area, and shows
  /// it.
  void stage(std::int64_t index);
  void put_slices(std::int64_t index);
  void put_piece(std::int64_t index);
  /// Called before anything is reduced: makes sure that all readers have mapped the areas.
  void settle_areas();
  /// Waits until all ranks have staged, and finds the operands of elements from `first` on, at
  /// position `staged_at` in the staged piece. Returns whether all were found.
  bool find_operands(std::int64_t index, std::int64_t staged_at, std::int64_t first);
  /// Reduces all operands, to shared memory unless `shared` is null, and to this rank's result.
  void reduce_into(std::byte* shared, Range range);
  void reduce_slice(std::int64_t index);
  void reduce_piece(std::int64_t index);
  /// Copies this rank's slice, which is already reduced, to its area, and shows it.
  void show_slice(std::int64_t index);
  /// In clusters, waits until all ranks have reduced a cycle. In flat teams, each rank waits for
  /// the slices it takes.
  void settle(std::int64_t index);
  void take(std::int64_t index);
  void take_slice(std::int64_t index, int rank);

  PlacesInUse& places_;
  Areas& areas_;
  Introduction introduction_;
  Slices::Room room_;
  Slices slices_;
  Kind kind_ = Kind::in_slices;
  std::uint64_t first_cycle_ = 0;
  void (LongCall::*put_)(std::int64_t) = nullptr;  ///< how a piece is staged; null if none is
  std::int64_t staged_ = 0;                        ///< number of pieces
  int staged_for_ = everyone;                      ///< which ranks read them
  bool is_given_up_ = false;
};

}  // namespace allfold::node
