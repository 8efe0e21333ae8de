/// @file What the parts of the checker have in common.
#pragma once

#include <string>
#include <vector>

#include "program/program.hpp"
#include "proof/proof.hpp"

namespace allfold::proof {

/// Collects defects; the first few are enough.
class Report {
 public:
  explicit Report(Proof& proof) : proof_(proof) {}
  void add(Defect defect) {
    if (proof_.defects.size() < most_defects) proof_.defects.push_back(std::move(defect));
  }
  void add(Fault fault, const program::Program& program, const program::Operation& operation,
           std::int64_t block, std::string detail) {
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
[[nodiscard]] std::string name_of(schedule::Memory memory);
/// "[0, 4)".
[[nodiscard]] std::string text_of(schedule::Blocks blocks);

/// The memories of one rank as one array of cells, one cell for each block. The blocks of a segment
/// are adjacent, and therefore those of a legal operation.
class Cells {
 public:
  explicit Cells(const program::Program& program) : program_(program) {
    const std::int64_t result = program.binding == program::Binding::separate ? program.blocks : 0;
    origins_ = {{.first = 0, .period = 0}, {.first = result, .period = 0}};
    std::int64_t next = 2 * program.blocks;
    for (const schedule::Scratch& scratch : program.scratch) {
      const std::int64_t period = scratch.places * program.segment;
      origins_.push_back(
          {.first = period > 0 ? next : next - scratch.room.first, .period = period});
      next += period > 0 ? period : scratch.room.size();
    }
    count_ = static_cast<std::size_t>(next);
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] schedule::Blocks room(schedule::Memory memory) const {
    return schedule::is_scratch(memory)
               ? program_.scratch[static_cast<std::size_t>(schedule::scratch_index(memory))].room
               : schedule::Blocks{.first = 0, .last = program_.blocks};
  }
  [[nodiscard]] std::size_t at(schedule::Memory memory, std::int64_t block) const {
    const auto [first, period] = origins_[static_cast<std::size_t>(memory)];
    return static_cast<std::size_t>(first + (period > 0 ? block % period : block));
  }

 private:
  /// Block b is in cell first + b or, with places for segments, first + b mod period.
  struct Origin {
    std::int64_t first;
    std::int64_t period;
  };

  const program::Program& program_;
  std::vector<Origin> origins_;  // by memory
  std::size_t count_ = 0;
};

/// Checks that each operation, on its own, is legal.
void check_legality(const program::Program& program, Report& report);
/// Checks that operations wait for as many others as they count, all of them earlier ones, and
/// messages for their turn. Requires legal operations.
void check_links(const program::Program& program, Report& report);
/// Checks that a program that may run round by round keeps its waits when it does, so that its order
/// then is one of those in which it runs by data: the two messages of a round start together.
/// Requires correct links.
void check_waits_in_rounds(const program::Program& program, Report& report);
/// Checks that of any two operations on one block, one of which writes, the first completes before
/// the second starts. Requires correct links.
void check_races(const program::Program& program, Report& report);

}  // namespace allfold::proof
