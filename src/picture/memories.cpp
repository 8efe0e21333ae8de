#include "picture/memories.hpp"

#include <algorithm>
#include <utility>

namespace allfold::picture {

Memories::Memories(const std::vector<program::Program>& programs, const proof::Goal& goal)
    : programs_(programs),
      expressions_(programs[0].ranks),
      values_(programs, expressions_, report_) {
  for (const program::Program& program : programs) {
    proof::Cells cells(program);
    const std::size_t count = cells.count();
    uses_.push_back({.cells = std::move(cells),
                     .memories = program.scratch.size() + 2,
                     .wanted = goal.wanted_by(program.rank),
                     .upcoming = std::vector<std::vector<program::Access>>(count)});
  }
}

void Memories::announce(proof::Position place) {
  std::vector<std::pair<schedule::Memory, program::Access>> accesses;
  program::for_each_access(operation(place), [&](schedule::Memory memory, program::Access access) {
    accesses.emplace_back(memory, access);
  });
  std::ranges::reverse(accesses);
  Uses& uses = uses_of(place.rank);
  const schedule::Blocks blocks = operation(place).blocks;
  for (std::int64_t b = blocks.first; b < blocks.last; ++b)
    for (const auto& [memory, access] : accesses)
      uses.upcoming[uses.cells.at(memory, b)].push_back(access);
}

void Memories::pass(proof::Position place) {
  Uses& uses = uses_of(place.rank);
  const schedule::Blocks blocks = operation(place).blocks;
  for (std::int64_t b = blocks.first; b < blocks.last; ++b)
    program::for_each_access(operation(place),
                             [&](schedule::Memory memory, program::Access /*access*/) {
                               uses.upcoming[uses.cells.at(memory, b)].pop_back();
                             });
}

Ranks Memories::ranks_in(int rank, schedule::Memory memory, std::int64_t block) const {
  Ranks ranks;
  const proof::Expression value = values_.value(rank, memory, block);
  if (value == proof::undefined) return ranks;
  expressions_.for_each_rank(value, [&](int each) { ranks.set(static_cast<std::size_t>(each)); });
  return ranks;
}

bool Memories::is_needed(int rank, schedule::Memory memory, std::int64_t block) const {
  if (values_.value(rank, memory, block) == proof::undefined) return false;
  const Uses& uses = uses_of(rank);
  const std::vector<program::Access>& upcoming = uses.upcoming[uses.cells.at(memory, block)];
  if (!upcoming.empty()) return upcoming.back() == program::Access::read;
  return memory == schedule::Memory::result &&
         uses.wanted.contains({.first = block, .last = block + 1});
}

bool Memories::holds_without(const Ranks& ranks, int rank, std::int64_t block,
                             schedule::Memory memory) const {
  const Uses& uses = uses_of(rank);
  for (std::size_t m = 0; m < uses.memories; ++m) {
    const auto other = static_cast<schedule::Memory>(m);
    if (other == memory || !uses.cells.room(other).contains({.first = block, .last = block + 1}))
      continue;
    if (is_needed(rank, other, block) && (ranks_in(rank, other, block) & ranks).none()) return true;
  }
  return false;
}

Holdings Memories::holdings(int rank) const {
  const Uses& uses = uses_of(rank);
  std::vector<Piece> pieces;
  for (std::size_t m = 0; m < uses.memories; ++m) {
    const auto memory = static_cast<schedule::Memory>(m);
    const schedule::Blocks room = uses.cells.room(memory);
    for (std::int64_t b = room.first; b < room.last; ++b)
      if (is_needed(rank, memory, b)) add(pieces, b, ranks_in(rank, memory, b));
  }
  return holdings_of(pieces);
}

}  // namespace allfold::picture
