/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector goes through the staging areas in pieces, one a cycle. While a piece is put in, the one
/// before is reduced and that before it taken out, so that main memory is touched only to read each
/// input and to write each result. Two synchronisations a cycle, neither of them waited for at
/// once. In a Reduce on few ranks the root reduces all: that is less to copy, and the others run
/// ahead. A call may also be one half: the reductions, or the copies of what has been reduced.
#pragma once

#include <array>

#include "node/areas.hpp"
#include "node/group_call.hpp"
#include "node/leaf_operands.hpp"
#include "node/slices.hpp"

namespace allfold::node {

/// Where a rank has got to in the cycles of long calls.
struct CycleCounts {
  std::uint64_t begun = 0;
  /// Of the latest cycles, who reads the piece that this rank staged: a rank, or everyone.
  std::array<int, Area::cycles> readers = {};
};

class LongCall : GroupCall {
 public:
  /// `areas` are the ranks' own. Pieces are `piece_bytes` long at the most.
  LongCall(const GroupCall& call, CycleCounts& cycles, Areas& areas, std::int64_t piece_bytes);

  exec::Status run();
  /// Only the reductions: each lane's slice of the result is made on its own rank.
  exec::Status scatter(int lanes);
  /// Only the copies, of the lanes' slices.
  exec::Status gather(int lanes);

 private:
  [[nodiscard]] std::uint64_t cycle(std::int64_t index) const {
    return first_cycle_ + static_cast<std::uint64_t>(index);
  }

  /// Begins a call of so many cycles.
  void begin(const Slices& slices, int readers);
  /// Ends it, when all ranks were heard of in it.
  exec::Status end();

  /// Each piece is staged, reduced a cycle later, and another cycle later comes to its end.
  void pipeline(void (LongCall::*end_of_piece)(std::int64_t));
  void stage(std::int64_t index);
  void reduce_slice(std::int64_t index);
  /// Shows this rank's slice, which is reduced already.
  void show_slice(std::int64_t index);
  /// In clusters, waits until all have reduced: leaders see to that for the others.
  void settle(std::int64_t index);
  void take(std::int64_t index);
  void take_slice(std::int64_t index, int rank);
  void await_readers(std::uint64_t cycle);
  /// The first failure counts, and the other ranks are to see it.
  void note(exec::Status status);

  CycleCounts& cycles_;
  Areas& areas_;
  Slices::Room room_;
  Slices slices_;
  bool is_reduced_by_root_ = false;  ///< in whole pieces
  std::uint64_t first_cycle_ = 0;
};

}  // namespace allfold::node
