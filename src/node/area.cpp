#include "node/area.hpp"

#include <algorithm>

#include "node/elements.hpp"
#include "node/hierarchy.hpp"

namespace allfold::node {

static_assert(Area::slice_bytes >= Area::piece_bytes / 2 + most_element_bytes);

namespace {

constexpr std::array rooms{std::size_t{16} << 10, std::size_t{64} << 10, std::size_t{128} << 10,
                           Area::piece_bytes};

}  // namespace

// Half a piece, which is a slice of two ranks, plus what rounding to units may add; and for calls
// by levels one unit on each level.
std::size_t slices_room(std::size_t room) {
  constexpr auto most_unit = static_cast<std::size_t>(most_element_bytes);
  return std::max(room / 2 + most_unit, (most_levels + 1) * most_unit);
}

std::size_t room_for(std::int64_t bytes, std::size_t page_bytes) {
  const std::size_t least_bytes = std::max(static_cast<std::size_t>(bytes), page_bytes);
  const auto* const least = std::ranges::lower_bound(rooms, least_bytes);
  return least != rooms.end() ? *least : rooms.back();
}

std::array<PartOfArea, 2 * Area::cycles> parts_of(std::size_t room) {
  std::array<PartOfArea, 2 * Area::cycles> parts;
  for (std::size_t cycle = 0; cycle < Area::cycles; ++cycle) {
    parts[cycle] = {.first = offsetof(Area, pieces) + cycle * Area::piece_bytes, .size = room};
    parts[Area::cycles + cycle] = {.first = offsetof(Area, slices) + cycle * Area::slice_bytes,
                                   .size = slices_room(room)};
  }
  return parts;
}

}  // namespace allfold::node
