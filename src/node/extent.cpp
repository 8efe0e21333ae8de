#include "node/extent.hpp"

#include "node/area.hpp"
#include "node/slot.hpp"
#include "system/platform.hpp"

namespace allfold::node {

namespace {

std::size_t in_pages(std::size_t bytes) {
  const std::size_t page = system::page_bytes();
  return (bytes + page - 1) / page * page;
}

std::size_t times(std::int32_t columns, std::size_t bytes) {
  return static_cast<std::size_t>(columns) * bytes;
}

}  // namespace

std::size_t Extent::bytes() const {
  return OwnMemory::in_units(all_slots().bytes) + OwnMemory::in_units(all_areas().bytes);
}

Extent::Range Extent::all_slots() const {
  return {.offset = offset, .bytes = times(columns, bytes_of_slots())};
}

Extent::Range Extent::all_areas() const {
  const std::size_t before = OwnMemory::in_units(all_slots().bytes);
  return {.offset = offset + static_cast<std::int64_t>(before),
          .bytes = areas > 0 ? place_of_area(columns) : 0};
}

std::size_t Extent::bytes_of_slots() const { return in_pages(times(slots, sizeof(Slot))); }

std::size_t Extent::place_of(std::int32_t column, std::int32_t slot) const {
  return times(column, bytes_of_slots()) + times(slot, sizeof(Slot));
}

std::size_t Extent::place_of_area(std::int32_t column) {
  return times(column, in_pages(sizeof(Area)));
}

}  // namespace allfold::node
