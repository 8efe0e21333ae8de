/// @file The values in the memories of all ranks, and whether they are still needed.
#pragma once

#include <vector>

#include "picture/holding.hpp"
#include "proof/values.hpp"

namespace allfold::picture {

/// The values are those of the checker. All accesses are announced first, in reverse order, so that
/// it is known of each value whether it will be read again.
class Memories {
 public:
  /// The programs must be proved, and must outlive this object.
  Memories(const std::vector<program::Program>& programs, const proof::Goal& goal);

  void announce(proof::Position place);
  /// Marks the accesses of an operation as done. Its values are then to be written.
  void pass(proof::Position place);
  /// Completes a message.
  void deliver(proof::Position send, proof::Position receive) { values_.deliver(send, receive); }
  /// Completes a local operation.
  void compute(proof::Position place) { values_.compute(place); }

  /// The ranks whose inputs are reduced into a value; none if there is no value.
  [[nodiscard]] Ranks ranks_in(int rank, schedule::Memory memory, std::int64_t block) const;
  /// Whether a memory of `rank` other than `memory` has a value of `block` that is still needed and
  /// contains none of `ranks`.
  [[nodiscard]] bool holds_without(const Ranks& ranks, int rank, std::int64_t block,
                                   schedule::Memory memory) const;
  /// All values of a rank that are still needed.
  [[nodiscard]] Holdings holdings(int rank) const;

 private:
  /// The memories of one rank.
  struct Uses {
    proof::Cells cells;
    std::size_t memories;
    schedule::Blocks wanted;                             // of the result
    std::vector<std::vector<program::Access>> upcoming;  // by cell, the next one last
  };

  [[nodiscard]] const program::Operation& operation(proof::Position place) const {
    return programs_[static_cast<std::size_t>(place.rank)]
        .operations[static_cast<std::size_t>(place.index)];
  }
  [[nodiscard]] Uses& uses_of(int rank) { return uses_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Uses& uses_of(int rank) const {
    return uses_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] bool is_needed(int rank, schedule::Memory memory, std::int64_t block) const;

  const std::vector<program::Program>& programs_;
  proof::Expressions expressions_;
  proof::Proof proof_;  // without defects
  proof::Report report_{proof_};
  proof::Values values_;
  std::vector<Uses> uses_;  // by rank
};

}  // namespace allfold::picture
