#include "node/extent_layout.hpp"

#include "node/area.hpp"
#include "node/slot.hpp"
#include "system/platform.hpp"

namespace allfold::node {

namespace {

std::size_t in_pages(std::size_t bytes) {
  const std::size_t page = system::page_bytes();
  return (bytes + page - 1) / page * page;
}

std::size_t times(std::int32_t number, std::size_t bytes) {
  return static_cast<std::size_t>(number) * bytes;
}

/// A part of `bytes` bytes of a range that begins `before` bytes before it.
ExtentLayout::Range part(const ExtentLayout::Range& range, std::size_t before, std::size_t bytes) {
  return {.offset = range.offset + static_cast<std::int64_t>(before), .bytes = bytes};
}

}  // namespace

std::size_t ExtentLayout::bytes() const {
  return OwnMemory::in_units(all_slots().bytes) + OwnMemory::in_units(all_areas().bytes);
}

ExtentLayout::Range ExtentLayout::all_slots() const {
  return {.offset = extent_.offset, .bytes = times(extent_.columns, slots_of(0).bytes)};
}

ExtentLayout::Range ExtentLayout::all_areas() const {
  const Range slots = all_slots();
  return part(slots, OwnMemory::in_units(slots.bytes),
              times(extent_.columns * extent_.areas, in_pages(sizeof(Area))));
}

ExtentLayout::Range ExtentLayout::slots_of(std::int32_t column) const {
  const std::size_t bytes = in_pages(times(extent_.slots, sizeof(Slot)));
  return {.offset = extent_.offset + static_cast<std::int64_t>(times(column, bytes)),
          .bytes = bytes};
}

ExtentLayout::Range ExtentLayout::slot(std::int32_t column, std::int32_t number) const {
  return part(slots_of(column), times(number, sizeof(Slot)), sizeof(Slot));
}

ExtentLayout::Range ExtentLayout::area(std::int32_t column) const {
  return part(all_areas(), times(column, in_pages(sizeof(Area))), sizeof(Area));
}

}  // namespace allfold::node
