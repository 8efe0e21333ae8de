/// @file Hazards: which operations must wait for which, because they touch the same blocks.
#pragma once

#include <span>
#include <vector>

#include "program/program.hpp"

namespace allfold::program {

/// Goes through a program's operations in schedule order and knows, for all blocks of all memories,
/// which operation wrote them last and which have read them since.
///
/// Blocks are distinguished only where the range of some operation begins or ends: the blocks
/// between two such places are one piece, so that the work does not grow with the lengths of
/// ranges.
class Hazards {
 public:
  /// Of `program` only the operations and scratch vectors are used. It must outlive this object.
  explicit Hazards(const Program& program);

  /// The earlier operations for which operation `index` has to wait, in ascending order. Must be
  /// called for each operation in turn; the result is valid until the next call.
  [[nodiscard]] std::span<const std::int32_t> of(std::int32_t index);

 private:
  struct Piece {
    std::int32_t writer = -1;
    std::int32_t latest_read = -1;  // into reads_
  };
  struct Read {
    std::int32_t reader;
    std::int32_t before;  // the read of the same piece before this one, or -1
  };

  [[nodiscard]] std::span<Piece> pieces(schedule::Memory memory, schedule::Blocks blocks);
  void note(std::int32_t earlier, std::int32_t index);

  const Program& program_;
  std::vector<std::int64_t> origins_;   // by memory: where its cell 0 would be in piece_at_
  std::vector<std::int32_t> piece_at_;  // the piece of each cell
  std::vector<Piece> pieces_;
  std::vector<Read> reads_;
  std::vector<std::int32_t> noted_for_;  // by operation: the latest that was found to wait for it
  std::vector<std::int32_t> found_;
};

}  // namespace allfold::program
