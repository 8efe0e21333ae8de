/// @file The values in one rank's memories, and whether they are still needed.
#pragma once

#include <vector>

#include "picture/holding.hpp"
#include "program/program.hpp"

namespace allfold::picture {

/// The memories of one rank, one cell for each block. All accesses are announced first, in reverse
/// order, so that a cell knows whether its value will be read again.
class Memories {
 public:
  enum class Result : std::uint8_t { kept, dropped };

  Memories(const program::Program& program, Result result);

  void announce(const program::Operation& operation);
  /// Marks the accesses of an operation as done. Values must be written by `write` afterwards.
  void pass(const program::Operation& operation);

  [[nodiscard]] const Ranks& value(schedule::Memory memory, std::int64_t block) const {
    return cells_[at(memory, block)].value;
  }
  void write(schedule::Memory memory, std::int64_t block, const Ranks& value) {
    cells_[at(memory, block)].value = value;
  }
  /// Whether a memory other than `memory` has a value of `block` that is still needed and contains
  /// none of `ranks`.
  [[nodiscard]] bool holds_without(const Ranks& ranks, std::int64_t block,
                                   schedule::Memory memory) const;
  /// All values that are still needed.
  [[nodiscard]] Holdings holdings() const;

 private:
  struct Cell {
    Ranks value;
    std::vector<program::Access> upcoming;  // the next one last
    bool is_result;

    [[nodiscard]] bool is_of_use() const {
      return value.any() &&
             (upcoming.empty() ? is_result : upcoming.back() == program::Access::read);
    }
  };

  [[nodiscard]] schedule::Blocks room(schedule::Memory memory) const;
  [[nodiscard]] std::size_t at(schedule::Memory memory, std::int64_t block) const {
    return first_cell_[static_cast<std::size_t>(memory)] +
           static_cast<std::size_t>(block - room(memory).first);
  }

  const program::Program& program_;
  std::vector<std::size_t> first_cell_;  // by memory
  std::vector<Cell> cells_;
};

}  // namespace allfold::picture
