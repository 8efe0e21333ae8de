/// @file Group call: what short and long calls of a group have in common.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "node/area.hpp"
#include "node/elements.hpp"
#include "node/reduction.hpp"
#include "node/team.hpp"
#include "node/wanted.hpp"

namespace allfold::node {

/// Cycles of long call number c are numbered from c * most_cycles on, so that the numbers agree on
/// all ranks even after a torn call. The assertion makes successive calls rotate through the places
/// for pieces and through OwnProgress::calls, both calls of one cycle and calls of two.
inline constexpr std::uint64_t most_cycles = std::uint64_t{1} << 21U;
static_assert(most_cycles % Area::cycles == Area::cycles - 1);
static_assert(OwnProgress::calls_kept == Area::cycles);

/// Which cycle uses each of this rank's places for pieces, and which readers (a rank or everyone)
/// may read there until they have reduced that cycle.
struct PlacesInUse {
  /// Which ranks may not have read yet what this rank has left in its area in the latest call.
  /// `by_anyone`: ranks have waited for each other in each cycle. `by_latecomers`: they have not, so
  /// that some may not even have compared what they ask for.
  enum class Unread : std::uint8_t { by_nobody, by_partners, by_anyone, by_latecomers };
  Unread unread = Unread::by_nobody;
  std::span<const int> partners = {};  ///< of the latest call by levels
  std::uint64_t latest_call = 0;
  struct Use {
    std::uint64_t cycle = 0;  ///< 0: unused
    int readers = everyone;
  };
  std::array<Use, Area::cycles> uses = {};
  [[nodiscard]] Use& of(std::uint64_t cycle) { return uses[cycle % uses.size()]; }
};

/// Whether several threads of a rank may make calls at the same time, on any rank of a group.
enum class Callers : std::uint8_t { one_thread, several_threads };

/// One call on this rank.
class GroupCall {
 public:
  /// Work memory, kept from call to call.
  struct Room {
    std::vector<const void*> operands;  ///< one entry per rank
    /// As many as the largest order of the team needs, and one before them.
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): a vector would be cleared.
    std::unique_ptr<Block[]> blocks;
  };
  GroupCall(Team& team, const Vectors& vectors, const Elements& elements, const Wanted& wanted,
            Room& room)
      : team_(team),
        vectors_(vectors),
        elements_(elements),
        wanted_(wanted),
        root_(wanted.receiver()),
        own_(wanted.of(team.rank(), vectors.count)),
        operands_(room.operands),
        blocks_(room.blocks.get() + 1) {}

  [[nodiscard]] const Elements& elements() const { return elements_; }
  /// Bytes of the vector in shared memory.
  [[nodiscard]] std::int64_t bytes() const { return vectors_.count * elements_.stride; }

 protected:
  /// Whether this rank wants any of the result.
  [[nodiscard]] bool gets_result() const { return own_.size() > 0; }
  /// Whether this rank's own vectors may be accessed, since it had not failed before the call.
  [[nodiscard]] bool has_own_vectors() const { return vectors_.so_far == exec::success; }

  /// Memory for a short vector of which this rank wants a part.
  [[nodiscard]] std::byte* extra_block() const { return blocks_[-1].bytes.data(); }

  /// The order in which all ranks' vectors are reduced.
  [[nodiscard]] const Order& order() const { return team_.order(elements_.order); }
  [[nodiscard]] const void* input_at(std::int64_t element) const {
    return exec::moved(vectors_.input, element * elements_.layout.extent);
  }
  /// Where this rank wants an element of the result: its memory has only what it wants.
  [[nodiscard]] void* result_at(std::int64_t element) const {
    return exec::moved(vectors_.result, (element - own_.first) * elements_.layout.extent);
  }
  /// Whether the result of this rank's share overwrites other parts of the input. Then an element of
  /// the result takes the place of an element that is at least as near to the input's start.
  [[nodiscard]] bool overwrites_other_input() const {
    return own_.first > 0 && vectors_.input == vectors_.result;
  }

  /// The status for this rank that follows from another rank, whose mark it has waited for.
  [[nodiscard]] exec::Status failure_of(int rank) const {
    const std::optional<Team::Failure> failure = team_.failure_of(rank);
    if (!failure) [[likely]]
      return exec::success;
    return *failure == Team::Failure::mismatch ? elements_.mismatched : elements_.others_failed;
  }
  /// The failure that other ranks are to see.
  [[nodiscard]] Team::Failure own_failure() const {
    return is_torn_ || status_ == elements_.mismatched ? Team::Failure::mismatch
                                                       : Team::Failure::other;
  }

  /// Notes this rank's first failure, and shows it to the other ranks.
  void note_for_all(exec::Status status) {
    if (status == exec::success || status_ != exec::success) return;
    status_ = status;
    team_.note_failure(own_failure());
  }

  /// Ranks ask for different things: this rank takes no data from others. Ranks that wait for this
  /// rank find out when it ends the call.
  void note_mismatch() {
    is_torn_ = true;
    if (status_ == exec::success) status_ = elements_.mismatched;
    team_.note_torn();
  }
  /// Notes the failures of all ranks, whose marks this rank has waited for.
  void note_failures_of_all() {
    for (int rank = 0; rank < team_.ranks(); ++rank) note_for_all(failure_of(rank));
  }
  /// Waits until `rank` has reduced a cycle of this call. Returns false if it never will.
  bool await_reduced(int rank, std::uint64_t cycle);
  /// Starts to use a place, after all readers of its former content have finished.
  void use_place(PlacesInUse& places, std::uint64_t cycle, int readers);

  Team& team_;
  Vectors vectors_;
  const Elements& elements_;
  Wanted wanted_;
  int root_;   ///< the rank that wants the whole result, or `everyone`, also if they want shares
  Range own_;  ///< what this rank wants
  std::span<const void*> operands_;
  Block* blocks_;
  exec::Status status_ = exec::success;  ///< the first failure
  bool is_torn_ = false;                 ///< see note_mismatch()
};

}  // namespace allfold::node
