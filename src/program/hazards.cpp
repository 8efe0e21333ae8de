#include "program/hazards.hpp"

#include <algorithm>

namespace allfold::program {

Hazards::Hazards(const Program& program)
    : program_(program), noted_for_(program.operations.size(), -1) {
  const auto for_each_range = [&](auto visit) {
    for (const Operation& operation : program.operations)
      for_each_access(operation, [&](schedule::Memory memory, Access) {
        visit(static_cast<std::size_t>(memory), program.cells(memory, operation.blocks));
      });
  };
  std::vector<schedule::Blocks> extents(program.scratch.size() + 2);
  for_each_range([&](std::size_t memory, schedule::Blocks cells) {
    if (memory >= extents.size()) extents.resize(memory + 1);
    extents[memory] = schedule::hull(extents[memory], cells);
  });
  std::int64_t next = 0;
  for (const schedule::Blocks extent : extents) {
    origins_.push_back(next - extent.first);
    next += extent.size() + 1;
  }
  // First marks where pieces begin, then counts up to the piece of each cell.
  piece_at_.assign(static_cast<std::size_t>(next), 0);
  for_each_range([&](std::size_t memory, schedule::Blocks cells) {
    if (cells.empty()) return;
    piece_at_[static_cast<std::size_t>(origins_[memory] + cells.first)] = 1;
    piece_at_[static_cast<std::size_t>(origins_[memory] + cells.last)] = 1;
  });
  std::int32_t begun = 0;
  for (std::int32_t& piece : piece_at_) piece = begun += piece;
  pieces_.resize(static_cast<std::size_t>(begun) + 1);
}

std::span<Hazards::Piece> Hazards::pieces(schedule::Memory memory, schedule::Blocks blocks) {
  if (blocks.empty()) return {};
  const schedule::Blocks cells = program_.cells(memory, blocks);
  const std::int64_t origin = origins_[static_cast<std::size_t>(memory)];
  const std::int32_t first = piece_at_[static_cast<std::size_t>(origin + cells.first)];
  const std::int32_t last = piece_at_[static_cast<std::size_t>(origin + cells.last)];
  return std::span(pieces_).subspan(static_cast<std::size_t>(first),
                                    static_cast<std::size_t>(last - first));
}

void Hazards::note(std::int32_t earlier, std::int32_t index) {
  if (earlier < 0 || earlier == index) return;
  std::int32_t& noted_for = noted_for_[static_cast<std::size_t>(earlier)];
  if (noted_for != index) found_.push_back(earlier);
  noted_for = index;
}

std::span<const std::int32_t> Hazards::of(std::int32_t index) {
  const Operation& operation = program_.operations[static_cast<std::size_t>(index)];
  found_.clear();
  for_each_access(operation, [&](schedule::Memory memory, Access access) {
    for (Piece& piece : pieces(memory, operation.blocks)) {
      note(piece.writer, index);
      if (access == Access::read) {
        reads_.push_back({.reader = index, .before = piece.latest_read});
        piece.latest_read = static_cast<std::int32_t>(reads_.size()) - 1;
        continue;
      }
      for (std::int32_t read = piece.latest_read; read >= 0;) {
        const Read& found = reads_[static_cast<std::size_t>(read)];
        note(found.reader, index);
        read = found.before;
      }
      piece = {.writer = index, .latest_read = -1};
    }
  });
  std::ranges::sort(found_);
  return found_;
}

}  // namespace allfold::program
