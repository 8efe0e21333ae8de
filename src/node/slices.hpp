/// @file Slices: which elements each rank reduces in each cycle, and where they are staged.
#pragma once

#include <algorithm>
#include <cstdint>

#include "node/wanted.hpp"

namespace allfold::node {

[[nodiscard]] constexpr std::int64_t rounded_up(std::int64_t number, std::int64_t unit) {
  return (number + unit - 1) / unit * unit;
}

/// Part number `part` of `parts` equal parts.
struct PartOf {
  int part = 0;
  int parts = 1;

  /// The elements of the part in [0, count), from a multiple of `unit` on.
  [[nodiscard]] Range of(std::int64_t count, std::int64_t unit) const;
};

/// The slice of lane `lane`, from a vector of `count` elements. Empty for lanes beyond the last.
[[nodiscard]] Range slice_of_lane(std::int64_t count, int lane, int lanes);

/// The slices of a vector that passes through the staging areas in cycles.
class Slices {
 public:
  /// What one cycle may hold, in elements. Slices start at multiples of `unit`.
  struct Room {
    std::int64_t unit;
    std::int64_t most_of_piece;
    std::int64_t most_of_slice;
    std::int64_t most_of_whole;  ///< limit on pieces that are reduced as a whole
  };
  /// Each cycle takes the next piece of the vector, and each rank has a slice of the piece.
  static Slices of_pieces(std::int64_t count, int ranks, const Room& room);
  /// As of_pieces(), for whole pieces, which are shorter so that the next is staged meanwhile.
  static Slices of_whole_pieces(std::int64_t count, const Room& room);
  /// Each lane has a slice of the whole vector, and each cycle takes a piece of each lane's slice.
  static Slices of_lanes(std::int64_t count, int lanes, const Room& room) {
    return of_shares(count, schedule::Shares(count, lanes), room);
  }
  /// The same of shares of any lengths.
  static Slices of_shares(std::int64_t count, const Wanted& shares, const Room& room);

  [[nodiscard]] std::int64_t cycles() const { return cycles_; }
  /// All elements of a cycle. Not for lanes.
  [[nodiscard]] Range piece(std::int64_t cycle) const {
    return {.first = cycle * width_, .last = std::min((cycle + 1) * width_, count_)};
  }
  /// Number of elements of a cycle, which have positions from 0 on. Those of lanes are in the order
  /// of the lanes: lane l of L has PartOf{l, L} of the positions, by single elements.
  [[nodiscard]] std::int64_t size(std::int64_t cycle) const;
  /// The elements of the vector from the first of these positions on, as far as they are next to
  /// each other. There is at least one position. Of shares, only for equal ones.
  [[nodiscard]] Range elements_at(std::int64_t cycle, Range positions) const;
  /// Elements of the vector that `rank` reduces in a cycle; empty if there are none.
  [[nodiscard]] Range of(std::int64_t cycle, int rank) const;
  /// Elements from the start of the staged piece to the slice of `rank`.
  [[nodiscard]] std::int64_t staged_at(std::int64_t cycle, int rank) const;

 private:
  enum class Kind : std::uint8_t { pieces, lanes };

  Kind kind_ = Kind::pieces;
  std::int64_t count_ = 0;
  Wanted shares_ = everyone;  ///< of lanes
  int ranks_ = 1;             ///< number of ranks that have slices
  std::int64_t unit_ = 1;
  std::int64_t cycles_ = 0;
  std::int64_t width_ = 1;  ///< elements of a piece, or of a lane's share of a cycle
};

}  // namespace allfold::node
