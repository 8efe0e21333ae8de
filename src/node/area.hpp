/// @file Area: the staging memory of one rank for long vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "node/slot.hpp"
#include "system/platform.hpp"

namespace allfold::node {

/// Pieces of the owner's input, and the slices of the result that the owner has reduced, for each
/// of `cycles` cycles. Memory is added on demand, for pieces of up to `room` bytes and slices of
/// half of that: see parts_of().
struct Area {
  static constexpr std::uint64_t cycles = 3;
  static constexpr std::size_t piece_bytes = std::size_t{256} << 10;
  static constexpr std::size_t slice_bytes = std::size_t{132} << 10;

  alignas(cache_line) std::array<std::array<std::byte, piece_bytes>, cycles> pieces;
  alignas(cache_line) std::array<std::array<std::byte, slice_bytes>, cycles> slices;

  [[nodiscard]] std::byte* piece(std::uint64_t cycle) { return pieces[cycle % cycles].data(); }
  [[nodiscard]] std::byte* slice(std::uint64_t cycle) { return slices[cycle % cycles].data(); }
};

/// The room, in bytes per piece, that vectors of `bytes` bytes need: one of a few sizes, since all
/// ranks agree on each increase. Most programs need less than the whole area, and allocating its
/// pages takes longer than many calls. A room of less than a page would take as much memory as one
/// of a page, and soon need an increase.
[[nodiscard]] std::size_t room_for(std::int64_t bytes,
                                   std::size_t page_bytes = system::page_bytes());

/// The smallest room, in bytes per piece.
[[nodiscard]] inline std::size_t least_room() { return room_for(1); }

/// Bytes for the slices of a cycle if there is memory for `room` bytes per piece.
[[nodiscard]] std::size_t slices_room(std::size_t room);

/// A range of bytes in an area.
struct PartOfArea {
  std::size_t first;
  std::size_t size;
};
/// The parts of an area that need memory for `room` bytes per piece.
[[nodiscard]] std::array<PartOfArea, 2 * Area::cycles> parts_of(std::size_t room);

}  // namespace allfold::node
