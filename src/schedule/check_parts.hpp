/// @file What the parts of the checker share.
#pragma once

#include <string>
#include <vector>

#include "schedule/check.hpp"

namespace allfold {

/// Collects defects; the first few are enough.
class Report {
 public:
  explicit Report(Proof& proof) : proof_(proof) {}
  void add(Defect defect) {
    if (proof_.defects.size() < most_defects) proof_.defects.push_back(std::move(defect));
  }
  void add(Fault fault, const Program& program, const Operation& operation, std::int64_t block,
           std::string detail) {
    add({.fault = fault,
         .rank = program.rank,
         .round = operation.round,
         .block = block,
         .detail = std::move(detail)});
  }

 private:
  static constexpr std::size_t most_defects = 8;
  Proof& proof_;
};

/// "the input", "scratch 1".
[[nodiscard]] std::string name_of(Memory memory);
/// "[0, 4)".
[[nodiscard]] std::string text_of(Blocks blocks);

/// The memories of one rank, as one array of cells, a cell a block.
class Cells {
 public:
  explicit Cells(const Program& program) : program_(program) {
    std::size_t next = 2 * static_cast<std::size_t>(program.blocks);
    for (const Scratch& scratch : program.scratch) {
      first_scratch_cell_.push_back(next);
      next += static_cast<std::size_t>(scratch.places > 0 ? scratch.places * program.segment
                                                          : scratch.room.size());
    }
    count_ = next;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Blocks room(Memory memory) const {
    return is_scratch(memory)
               ? program_.scratch[static_cast<std::size_t>(scratch_index(memory))].room
               : Blocks{.first = 0, .last = program_.blocks};
  }
  [[nodiscard]] std::size_t at(Memory memory, std::int64_t block) const {
    const std::int64_t cell = program_.cells(memory, {.first = block, .last = block + 1}).first;
    const bool has_places =
        is_scratch(memory) &&
        program_.scratch[static_cast<std::size_t>(scratch_index(memory))].places > 0;
    const std::int64_t offset = has_places ? cell : cell - room(memory).first;
    std::size_t first = 0;
    if (is_scratch(memory))
      first = first_scratch_cell_[static_cast<std::size_t>(scratch_index(memory))];
    else if (memory == Memory::result && program_.binding == Binding::separate)
      first = static_cast<std::size_t>(program_.blocks);
    return first + static_cast<std::size_t>(offset);
  }

 private:
  const Program& program_;
  std::vector<std::size_t> first_scratch_cell_;
  std::size_t count_;
};

/// Each operation by itself is within the rules.
void check_legality(const Program& program, Report& report);
/// Of any two operations on one block, one of which writes, the first completes before the second
/// starts.
void check_races(const Program& program, Report& report);

}  // namespace allfold
