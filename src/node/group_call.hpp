/// @file Group call: what short and long calls of a group have in common.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "node/area.hpp"
#include "node/elements.hpp"
#include "node/reduction.hpp"
#include "node/team.hpp"

namespace allfold::node {

/// Where a rank has got to in the cycles of long calls.
struct CycleCounts {
  std::uint64_t before = 0;  ///< the group's first cycle comes after this
  std::uint64_t begun = 0;
  /// Of the latest cycles, who reads the piece that this rank staged: a rank, or everyone.
  std::array<int, Area::cycles> readers = {};
};

/// One call, as this rank makes it.
class GroupCall {
 public:
  /// Work memory.
  struct Room {
    std::vector<const void*> operands;  ///< a place for each rank
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): a vector would be cleared.
    std::unique_ptr<Block[]> blocks;  ///< for each order of the team
  };
  /// `root`: the rank that gets the result, or `everyone`.
  GroupCall(Team& team, const Vectors& vectors, const Elements& elements, int root, Room& room)
      : team_(team),
        vectors_(vectors),
        elements_(elements),
        root_(root),
        operands_(room.operands),
        blocks_(room.blocks.get()) {}

  /// Of a vector in shared memory.
  [[nodiscard]] std::int64_t bytes() const { return vectors_.count * elements_.stride; }

 protected:
  [[nodiscard]] bool gets_result() const { return root_ == everyone || root_ == team_.rank(); }
  /// Whether this rank's own vectors may be touched: it has not failed before the call.
  [[nodiscard]] bool has_own_vectors() const { return vectors_.so_far == exec::success; }

  [[nodiscard]] const void* input_at(std::int64_t element) const {
    return exec::moved(vectors_.input, element * elements_.layout.extent);
  }
  [[nodiscard]] void* result_at(std::int64_t element) const {
    return exec::moved(vectors_.result, element * elements_.layout.extent);
  }

  /// What it means for this rank how another has fared, whose mark was waited for.
  [[nodiscard]] exec::Status failure_of(int rank) const {
    return team_.has_failed(rank) ? elements_.others_failed : exec::success;
  }

  /// The first failure counts, and the other ranks are to see it.
  void note_for_all(exec::Status status) {
    if (status == exec::success || status_ != exec::success) return;
    status_ = status;
    team_.note_failure();
  }

  Team& team_;
  const Vectors& vectors_;
  const Elements& elements_;
  int root_;
  std::vector<const void*>& operands_;
  Block* blocks_;
  exec::Status status_ = exec::success;  ///< the first failure
};

}  // namespace allfold::node
