#include "picture/memories.hpp"

#include <vector>

namespace allfold::picture {

Memories::Memories(const program::Program& program, Result result) : program_(program) {
  const auto memories = program.scratch.size() + 2;
  for (std::size_t m = 0; m < memories; ++m) {
    const auto memory = static_cast<schedule::Memory>(m);
    first_cell_.push_back(cells_.size());
    const bool is_result = memory == schedule::Memory::result && result == Result::kept;
    cells_.resize(cells_.size() + static_cast<std::size_t>(room(memory).size()),
                  Cell{.value = {}, .upcoming = {}, .is_result = is_result});
  }
  for (std::int64_t b = 0; b < program.blocks; ++b)
    cells_[at(schedule::Memory::input, b)].value.set(static_cast<std::size_t>(program.rank));
}

schedule::Blocks Memories::room(schedule::Memory memory) const {
  return schedule::is_scratch(memory)
             ? program_.scratch[static_cast<std::size_t>(schedule::scratch_index(memory))].room
             : schedule::Blocks{.first = 0, .last = program_.blocks};
}

void Memories::announce(const program::Operation& operation) {
  std::vector<std::pair<schedule::Memory, program::Access>> accesses;
  program::for_each_access(operation, [&](schedule::Memory memory, program::Access access) {
    accesses.emplace_back(memory, access);
  });
  for (std::int64_t b = operation.blocks.first; b < operation.blocks.last; ++b)
    for (auto next = accesses.rbegin(); next != accesses.rend(); ++next)
      cells_[at(next->first, b)].upcoming.push_back(next->second);
}

void Memories::pass(const program::Operation& operation) {
  for (std::int64_t b = operation.blocks.first; b < operation.blocks.last; ++b)
    program::for_each_access(operation, [&](schedule::Memory memory, program::Access /*access*/) {
      cells_[at(memory, b)].upcoming.pop_back();
    });
}

bool Memories::holds_without(const Ranks& ranks, std::int64_t block,
                             schedule::Memory memory) const {
  for (std::size_t m = 0; m < first_cell_.size(); ++m) {
    const auto other = static_cast<schedule::Memory>(m);
    if (other == memory || block < room(other).first || room(other).last <= block) continue;
    const Cell& cell = cells_[at(other, block)];
    if (cell.is_of_use() && (cell.value & ranks).none()) return true;
  }
  return false;
}

Holdings Memories::holdings() const {
  std::vector<Piece> pieces;
  for (std::size_t m = 0; m < first_cell_.size(); ++m) {
    const schedule::Blocks blocks = room(static_cast<schedule::Memory>(m));
    for (std::int64_t b = blocks.first; b < blocks.last; ++b)
      if (const Cell& cell = cells_[at(static_cast<schedule::Memory>(m), b)]; cell.is_of_use())
        add(pieces, b, cell.value);
  }
  return holdings_of(pieces);
}

}  // namespace allfold::picture
