/// @file Values: the symbolic contents of all ranks' memories while programs run.
#pragma once

#include <vector>

#include "proof/check_parts.hpp"
#include "proof/expressions.hpp"
#include "proof/matching.hpp"

namespace allfold::proof {

class Values {
 public:
  Values(const std::vector<program::Program>& programs, Expressions& expressions, Report& report);

  /// The value of a block in a memory; undefined if nothing, or another block, was written there.
  [[nodiscard]] Expression value(int rank, schedule::Memory memory, std::int64_t block) const;
  /// Completes a message.
  void deliver(Position send, Position receive);
  /// Completes a local operation.
  void compute(Position place);

 private:
  /// The content of a cell. A place for segments has different blocks at different times.
  struct Content {
    Expression value = undefined;
    std::int32_t block = -1;
  };
  /// The latest combination, as a cache: neighbouring blocks usually have the same values.
  struct Combination {
    Expression left = undefined;
    Expression right = undefined;
    Expression both = undefined;
  };

  [[nodiscard]] const program::Program& program(Position place) const {
    return programs_[static_cast<std::size_t>(place.rank)];
  }
  [[nodiscard]] const program::Operation& operation(Position place) const {
    return program(place).operations[static_cast<std::size_t>(place.index)];
  }
  [[nodiscard]] std::size_t cell(int rank, schedule::Memory memory, std::int64_t block) const {
    const auto r = static_cast<std::size_t>(rank);
    return firsts_[r] + cells_[r].at(memory, block);
  }
  /// The cells of an operation's blocks, which are adjacent.
  [[nodiscard]] Content* contents(Position place, schedule::Memory memory) {
    return &contents_[cell(place.rank, memory, operation(place).blocks.first)];
  }
  [[nodiscard]] Expression defined(const Content& content, Position place, schedule::Memory memory,
                                   std::int32_t block) {
    if (content.block == block && content.value != undefined) return content.value;
    return nothing(place, memory, block);
  }
  Expression nothing(Position place, schedule::Memory memory, std::int64_t block);
  void copy(Position from, schedule::Memory memory, Position to, schedule::Memory into);
  void reduce(Position place);
  Expression combined(Position place, Expression left, Expression right, std::int64_t block);

  const std::vector<program::Program>& programs_;
  Expressions& expressions_;
  Report& report_;
  std::vector<Cells> cells_;
  std::vector<std::size_t> firsts_;  // by rank, into contents_
  std::vector<Content> contents_;
  Combination latest_;
};

}  // namespace allfold::proof
