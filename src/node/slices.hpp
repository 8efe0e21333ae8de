/// @file Slices: which elements each rank reduces, cycle by cycle, and where they are staged.
#pragma once

#include <algorithm>
#include <cstdint>

namespace allfold::node {

/// A range of elements.
struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
  [[nodiscard]] std::int64_t size() const { return last - first; }
};

/// The slice of a vector of `count` elements that is lane number `lane`'s; none beyond the last.
[[nodiscard]] Range slice_of_lane(std::int64_t count, int lane, int lanes);

/// The slices of a vector that goes through the staging areas in cycles.
class Slices {
 public:
  /// What one cycle may hold, in elements; slices begin at multiples of `unit`.
  struct Room {
    std::int64_t unit;
    std::int64_t most_of_piece;
    std::int64_t most_of_slice;
    std::int64_t most_of_whole;  ///< of a piece that is reduced as a whole
  };
  /// Each cycle takes the next piece of the vector, of which each of the ranks has a slice.
  static Slices of_pieces(std::int64_t count, int ranks, const Room& room);
  /// The same, where whole pieces are reduced, which are shorter: the next are staged meanwhile.
  static Slices of_whole_pieces(std::int64_t count, const Room& room);
  /// Each lane has its slice of the whole vector, and each cycle takes a piece of each of these.
  static Slices of_lanes(std::int64_t count, int lanes, const Room& room);

  [[nodiscard]] std::int64_t cycles() const { return cycles_; }
  /// All that a cycle takes; not of lanes.
  [[nodiscard]] Range piece(std::int64_t cycle) const {
    return {.first = cycle * width_, .last = std::min((cycle + 1) * width_, count_)};
  }
  /// Elements of the vector; empty for ranks that have none.
  [[nodiscard]] Range of(std::int64_t cycle, int rank) const;
  /// Elements from the beginning of the staged piece.
  [[nodiscard]] std::int64_t staged_at(std::int64_t cycle, int rank) const;

 private:
  enum class Kind : std::uint8_t { pieces, lanes };

  Kind kind_ = Kind::pieces;
  std::int64_t count_ = 0;
  int ranks_ = 1;  ///< that have slices
  std::int64_t unit_ = 1;
  std::int64_t cycles_ = 0;
  std::int64_t width_ = 1;  ///< of a piece, or of a lane's slice, of all cycles but the last
};

}  // namespace allfold::node
