/// @file Long vectors: each rank reduces a slice of every piece, and the slices are copied out.
///
/// A vector goes through the staging areas in pieces, one a step. While a piece is put in, the one
/// before is reduced and that before it taken out, so that main memory is touched only to read each
/// input and to write each result. Two synchronisations a step, neither of them waited for at once.
/// In a Reduce on few ranks the root reduces all: that is less to copy, and the others run ahead.
#pragma once

#include <array>
#include <vector>

#include "node/folding.hpp"
#include "node/team.hpp"

namespace allfold::node {

/// A range of elements.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
  [[nodiscard]] std::int64_t size() const { return last - first; }
};

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
  LongCall(Team& team, Steps& steps, const std::vector<Area*>& areas, const Vectors& vectors,
           const Elements& elements, int root, std::vector<const void*>& operands,
           std::int64_t piece_bytes);

  Status run();

 private:
  /// The root reduces whole pieces.
  [[nodiscard]] bool is_reduced_by_root() const {
    constexpr int few = 4;
    return root_ != everyone && team_.ranks() <= few;
  }
  [[nodiscard]] bool gets_result() const { return root_ == everyone || root_ == team_.rank(); }
  [[nodiscard]] Area& area(int rank) const { return *areas_[static_cast<std::size_t>(rank)]; }
  /// The elements of a piece, and of them those that a rank reduces.
  [[nodiscard]] Range piece(std::int64_t index) const;
  [[nodiscard]] Range slice(Range piece, int rank) const;
  [[nodiscard]] std::uint64_t step(std::int64_t piece) const {
    return first_step_ + static_cast<std::uint64_t>(piece);
  }

  void stage(std::int64_t index);
  void put(Range part, Range piece, std::byte* staged);
  void reduce_slice(std::int64_t index);
  void take(std::int64_t index);
  void take_slice(std::int64_t index, int rank);
  void await_readers(std::uint64_t step);
  void note_failure_of(int rank);
  void note(Status status);

  Team& team_;
  Steps& steps_;
  const std::vector<Area*>& areas_;
  const Vectors& vectors_;
  const Elements& elements_;
  int root_;
  std::vector<const void*>& operands_;
  std::int64_t unit_;  ///< elements; slices are cut between units, which fill cache lines
  std::int64_t pieces_;
  std::int64_t piece_elements_;  ///< of all pieces but the last
  std::uint64_t first_step_ = 0;
  Status status_ = success;
};

}  // namespace allfold::node
