/// @file Matching: which send each receive meets.
#pragma once

#include <span>
#include <vector>

#include "program/program.hpp"

namespace allfold::proof {

/// Where an operation stands: programs[rank].operations[index].
struct Position {
  int rank;
  std::int32_t index;
};

/// The operations of all ranks, numbered through, and of each message its partner: messages from
/// one rank to another match by their order in the two schedules. (That they also start in that
/// order is what turns are for: check_links.) The programs outlive it; their peers are ranks.
class Matching {
 public:
  explicit Matching(const std::vector<program::Program>& programs);

  /// The number of an operation, below `operations()`.
  [[nodiscard]] std::size_t number(Position place) const {
    return firsts_[static_cast<std::size_t>(place.rank)] + static_cast<std::size_t>(place.index);
  }
  [[nodiscard]] std::size_t operations() const { return partners_.size(); }
  /// Of a message by its number: the index of its partner among the peer's operations; -1: none.
  [[nodiscard]] std::int32_t partner(std::size_t number) const { return partners_[number]; }

 private:
  void list_sends(const std::vector<program::Program>& programs);
  void match(const program::Program& to, std::vector<std::size_t>& next_from);

  std::vector<std::size_t> firsts_;  // by rank
  std::vector<std::int32_t> partners_;
  std::vector<Position> sends_;        // by receiver, then sender, then in order
  std::vector<std::size_t> sends_to_;  // by receiver, and the end: where its sends begin
};

}  // namespace allfold::proof
