/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector goes through the staging areas in pieces, one a step. While a piece is put in, the one
/// before is reduced and that before it taken out, so that main memory is touched only to read each
/// input and to write each result. Two synchronisations a step, neither of them waited for at once.
/// In a Reduce on few ranks the root reduces all: that is less to copy, and the others run ahead.
/// A call may also be one half: the reductions, or the copies of what has been reduced.
#pragma once

#include <array>
#include <vector>

#include "node/areas.hpp"
#include "node/folding.hpp"
#include "node/slices.hpp"
#include "node/team.hpp"

namespace allfold::node {

/// Where a rank has got to in the steps of long calls.
struct Steps {
  std::uint64_t begun = 0;
  /// Of the latest steps, who reads the piece that this rank staged: a rank, or everyone.
  std::array<int, Area::steps> readers = {};
};

class LongCall {
 public:
  /// `root`: the rank that gets the result, or `everyone`. `areas` are the ranks' own. `operands`
  /// is work memory, with a place for each rank. Pieces are `piece_bytes` long at the most.
  LongCall(Team& team, Steps& steps, Areas& areas, const Vectors& vectors, const Elements& elements,
           int root, std::vector<const void*>& operands, std::int64_t piece_bytes);

  Status run();
  /// Only the reductions: each lane's part of the result is made on its own rank.
  Status scatter(int lanes);
  /// Only the copies, of the lanes' parts.
  Status gather(int lanes);

 private:
  [[nodiscard]] bool has_own_part() const { return vectors_.so_far == success; }
  [[nodiscard]] bool gets_result() const { return root_ == everyone || root_ == team_.rank(); }
  /// Where an element of the vectors lies, from their beginning.
  [[nodiscard]] std::int64_t offset(std::int64_t element) const {
    return element * elements_.layout.extent;
  }
  [[nodiscard]] std::uint64_t step(std::int64_t index) const {
    return first_step_ + static_cast<std::uint64_t>(index);
  }

  /// Begins a call of so many steps.
  void begin(const Slices& slices, int readers);
  /// Ends it, when all ranks were heard of in it.
  Status end();

  void stage(std::int64_t index);
  void reduce_slice(std::int64_t index);
  /// Shows this rank's slice, which is reduced already.
  void show_slice(std::int64_t index);
  /// In clusters, waits until all have reduced: leaders see to that for the others.
  void settle(std::int64_t index);
  void take(std::int64_t index);
  void take_slice(std::int64_t index, int rank);
  void await_readers(std::uint64_t step);
  void note_failure_of(int rank);
  void note(Status status);

  Team& team_;
  Steps& steps_;
  Areas& areas_;
  const Vectors& vectors_;
  const Elements& elements_;
  int root_;
  std::vector<const void*>& operands_;
  Slices::Room room_;
  Slices slices_;
  bool is_reduced_by_root_ = false;  ///< in whole pieces
  std::uint64_t first_step_ = 0;
  Status status_ = success;
};

}  // namespace allfold::node
