/// @file Values: the symbolic contents of all ranks' memories while programs run.
#pragma once

#include <vector>

#include "schedule/check_parts.hpp"
#include "schedule/matching.hpp"

namespace allfold {

class Values {
 public:
  Values(const std::vector<Program>& programs, Expressions& expressions, Report& report);

  /// What a block of a memory holds; undefined: nothing, or another block.
  [[nodiscard]] Expression value(int rank, Memory memory, std::int64_t block) const;
  /// A message completes.
  void deliver(Place send, Place receive);
  /// A local step is done.
  void compute(Place place);

 private:
  /// What is in a cell. Places for segments hold now one block, now another.
  struct Content {
    Expression value = undefined;
    std::int32_t block = -1;
  };
  /// What was last combined. Neighbouring blocks mostly hold the same values.
  struct Combination {
    Expression left = undefined;
    Expression right = undefined;
    Expression both = undefined;
  };

  [[nodiscard]] const Program& program(Place place) const {
    return programs_[static_cast<std::size_t>(place.rank)];
  }
  [[nodiscard]] const Operation& operation(Place place) const {
    return program(place).operations[static_cast<std::size_t>(place.index)];
  }
  [[nodiscard]] std::size_t cell(int rank, Memory memory, std::int64_t block) const {
    const auto r = static_cast<std::size_t>(rank);
    return firsts_[r] + cells_[r].at(memory, block);
  }
  /// The cells of an operation's blocks, which lie side by side.
  [[nodiscard]] Content* contents(Place place, Memory memory) {
    return &contents_[cell(place.rank, memory, operation(place).blocks.first)];
  }
  [[nodiscard]] Expression defined(const Content& content, Place place, Memory memory,
                                   std::int32_t block) {
    if (content.block == block && content.value != undefined) return content.value;
    return nothing(place, memory, block);
  }
  Expression nothing(Place place, Memory memory, std::int64_t block);
  void copy(Place from, Memory memory, Place to, Memory into);
  void reduce(Place place);
  Expression combined(Place place, Expression left, Expression right, std::int64_t block);

  const std::vector<Program>& programs_;
  Expressions& expressions_;
  Report& report_;
  std::vector<Cells> cells_;
  std::vector<std::size_t> firsts_;  // by rank, into contents_
  std::vector<Content> contents_;
  Combination latest_;
};

}  // namespace allfold
