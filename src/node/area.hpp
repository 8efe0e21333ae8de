/// @file Area: staging memory for long vectors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "node/slot.hpp"

namespace allfold::node {

/// Pieces of the owner's input, and of the result the slices that it reduced, for so many cycles. It
/// gets memory when it is needed: room for pieces of so many bytes, and slices of half of that.
struct Area {
  static constexpr std::uint64_t cycles = 3;
  static constexpr std::size_t piece_bytes = std::size_t{256} << 10;
  static constexpr std::size_t slice_bytes = std::size_t{132} << 10;

  alignas(cache_line) std::array<std::array<std::byte, piece_bytes>, cycles> pieces;
  alignas(cache_line) std::array<std::array<std::byte, slice_bytes>, cycles> slices;

  [[nodiscard]] std::byte* piece(std::uint64_t cycle) { return pieces[cycle % cycles].data(); }
  [[nodiscard]] std::byte* slice(std::uint64_t cycle) { return slices[cycle % cycles].data(); }
};

/// The room that vectors of so many bytes need: one of a few, since all ranks agree on each step. All
/// of it is more than most programs need; for its pages the system takes longer than for many calls.
[[nodiscard]] std::size_t room_for(std::int64_t bytes);

/// The least that there is.
inline constexpr std::size_t least_room = std::size_t{16} << 10;

/// Bytes of an area, from its beginning.
struct PartOfArea {
  std::size_t first;
  std::size_t size;
};
/// Where the memory is that makes so much room.
[[nodiscard]] std::array<PartOfArea, 2 * Area::cycles> parts_of(std::size_t room);

}  // namespace allfold::node
