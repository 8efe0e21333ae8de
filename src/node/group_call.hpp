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

/// The cycles of a long call are numbered after the call, so that ranks count alike even after a call
/// of which they had different ideas. The places of pieces, and of what a rank shows of its long
/// calls, are taken in turn by calls of one cycle, and by those of two.
inline constexpr std::uint64_t most_cycles = std::uint64_t{1} << 21U;
static_assert(most_cycles % Area::cycles == Area::cycles - 1);
static_assert(OwnProgress::calls_kept == Area::cycles);

/// What lies in this rank's places for pieces, and beside them: since which cycle, and who, a rank
/// or everyone, looks at it until it has reduced that cycle.
struct PlacesInUse {
  struct Use {
    std::uint64_t cycle = 0;  ///< 0: nothing
    int readers = everyone;
  };
  std::array<Use, Area::cycles> uses = {};
  [[nodiscard]] Use& of(std::uint64_t cycle) { return uses[cycle % uses.size()]; }
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

  /// Ranks ask for different things: nothing is taken from others, and those that wait for this rank
  /// find out when it ends the call.
  void note_mismatch() {
    is_torn_ = true;
    if (status_ == exec::success) status_ = elements_.mismatched;
    team_.note_torn();
  }
  /// The failures of all ranks, whose marks were waited for.
  void note_failures_of_all() {
    for (int rank = 0; rank < team_.ranks(); ++rank) note_for_all(failure_of(rank));
  }
  /// Waits for a rank to have reduced a cycle of this call; false where it does not come to that.
  bool await_reduced(int rank, std::uint64_t cycle);
  /// Takes a place into use, once nobody looks at what was there before.
  void use_place(PlacesInUse& places, std::uint64_t cycle, int readers);

  Team& team_;
  const Vectors& vectors_;
  const Elements& elements_;
  int root_;
  std::vector<const void*>& operands_;
  Block* blocks_;
  exec::Status status_ = exec::success;  ///< the first failure
  bool is_torn_ = false;                 ///< see note_mismatch()
};

}  // namespace allfold::node
