/// @file Matching: which send each receive meets.
#pragma once

#include <span>
#include <vector>

#include "program/program.hpp"

namespace allfold::proof {

/// The position of an operation: programs[rank].operations[index].
struct Position {
  int rank;
  std::int32_t index;
};

/// Numbers the operations of all ranks and finds the partner of each message: messages from one
/// rank to another match by their order in the two schedules. (Turns make them start in that order:
/// see check_links.) The programs must outlive this object, and their peers must be valid ranks.
class Matching {
 public:
  explicit Matching(const std::vector<program::Program>& programs);

  /// The number of an operation, below `operations()`.
  [[nodiscard]] std::size_t number(Position place) const {
    return firsts_[static_cast<std::size_t>(place.rank)] + static_cast<std::size_t>(place.index);
  }
  [[nodiscard]] std::size_t operations() const { return partners_.size(); }
  /// The partner of the message with that number, as an index into the peer's operations; -1: none.
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
