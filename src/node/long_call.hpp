/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector goes through the staging areas in pieces, one a cycle. While a piece is put in, the one
/// before is reduced and that before it taken out, so that main memory is touched only to read each
/// input and to write each result. Two synchronisations a cycle, neither of them waited for at once.
/// Or whoever gets the result reduces all of every piece: less to copy, and one synchronisation a
/// cycle, but more to reduce.
/// A call may also be one half: the reductions, or the copies of what has been reduced.
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
  /// Where pieces are staged: `piece_bytes` long at the most.
  struct Stage {
    Areas& areas;
    OwnStaging& own;
    std::int64_t piece_bytes;
  };
  LongCall(const GroupCall& call, PlacesInUse& places, const Stage& stage);

  exec::Status run(Way way);
  /// Whether that was given up, on all ranks, since a rank's area could not be found: nothing has been
  /// reduced, and the call has to go another way. Only calls whose elements have one.
  [[nodiscard]] bool was_given_up() const { return is_given_up_; }
  /// Only the reductions: each lane's slice of the result is made on its own rank.
  exec::Status scatter(int lanes);
  /// Only the copies, of the lanes' slices.
  exec::Status gather(int lanes);

 private:
  [[nodiscard]] std::uint64_t cycle(std::int64_t index) const {
    return first_cycle_ + static_cast<std::uint64_t>(index);
  }

  /// How a call goes, which is another one on no rank. Calls that read what is lent have further ones.
  enum class Kind : std::uint8_t { in_slices = 1, in_whole_pieces, scatter, gather };
  /// Begins a call of so many cycles. `needs`: of staging areas.
  void begin(Kind kind, const Slices& slices, const Introduction::Needs& needs);
  [[nodiscard]] Team::Step step(std::int64_t index) const;
  /// Takes this rank's place for a cycle into use, and shows in the first what it asks for.
  void open(std::int64_t index, int readers);
  /// Waits until all ranks have come to a cycle; false where they do not.
  bool await_all(Progress progress, std::int64_t index);
  exec::Status end();

  /// For a call of all ranks that is whole: elements that fit go without areas, a few at a time.
  [[nodiscard]] Introduction::Otherwise without_areas() const;
  exec::Status in_slices();
  exec::Status in_whole_pieces();
  /// Each piece is staged, reduced a cycle later, and another cycle later comes to its end.
  void pipeline(void (LongCall::*end_of_piece)(std::int64_t));
  /// Puts a piece into this rank's area, once its memory for the cycle is free, and shows it.
  void stage(std::int64_t index);
  void put_slices(std::int64_t index);
  void put_piece(std::int64_t index);
  /// Before anything is reduced: sees to it that all find the areas that they read.
  void settle_areas();
  /// Waits for all to have staged, and looks where: from element `first` on, which is staged at
  /// `staged_at`. Returns whether they could.
  bool find_operands(std::int64_t index, std::int64_t staged_at, std::int64_t first);
  /// Of all operands, to shared memory, unless it is null, and to this rank's result.
  void reduce_into(std::byte* shared, Range range);
  void reduce_slice(std::int64_t index);
  void reduce_piece(std::int64_t index);
  /// Shows this rank's slice, which is reduced already.
  void show_slice(std::int64_t index);
  /// In clusters, waits until all have reduced: leaders see to that for the others.
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
  void (LongCall::*put_)(std::int64_t) = nullptr;  ///< how a piece is staged, if any is
  std::int64_t staged_ = 0;                        ///< pieces
  int staged_for_ = everyone;                      ///< who reads them
  bool is_given_up_ = false;
};

}  // namespace allfold::node
