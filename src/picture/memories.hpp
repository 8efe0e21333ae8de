/// @file What lies in one rank's memories, and whether it is still of use.
#pragma once

#include "picture/holding.hpp"
#include "schedule/link.hpp"

namespace allfold::picture {

/// The memories of one rank, a cell a block. All accesses are announced first, the last one first;
/// so a cell knows whether its value will be read again.
class Memories {
 public:
  enum class Result : std::uint8_t { kept, dropped };

  Memories(const Program& program, Result result);

  void announce(const Operation& operation);
  /// Marks the accesses of an operation as done. Values are written by `write`, after that.
  void pass(const Operation& operation);

  [[nodiscard]] const Ranks& value(Memory memory, std::int64_t block) const {
    return cells_[at(memory, block)].value;
  }
  void write(Memory memory, std::int64_t block, const Ranks& value) {
    cells_[at(memory, block)].value = value;
  }
  /// Whether a use is left for a value of `block` that lacks `ranks`, other than in `memory`.
  [[nodiscard]] bool holds_without(const Ranks& ranks, std::int64_t block, Memory memory) const;
  /// All that is of use.
  [[nodiscard]] Holdings holdings() const;

 private:
  struct Cell {
    Ranks value;
    std::vector<Access> upcoming;  // the next one last
    bool is_result;

    [[nodiscard]] bool is_of_use() const {
      return value.any() && (upcoming.empty() ? is_result : upcoming.back() == Access::read);
    }
  };

  [[nodiscard]] Blocks room(Memory memory) const;
  [[nodiscard]] std::size_t at(Memory memory, std::int64_t block) const {
    return first_cell_[static_cast<std::size_t>(memory)] +
           static_cast<std::size_t>(block - room(memory).first);
  }

  const Program& program_;
  std::vector<std::size_t> first_cell_;  // by memory
  std::vector<Cell> cells_;
};

}  // namespace allfold::picture
