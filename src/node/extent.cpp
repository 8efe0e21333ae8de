#include "node/extent.hpp"

#include "node/area.hpp"
#include "node/slot.hpp"

namespace allfold::node {

namespace {

std::size_t bytes_of_column(const Extent& extent) {
  return extent.bytes_of_slots() +
         static_cast<std::size_t>(extent.areas) * OwnMemory::in_units(sizeof(Area));
}

}  // namespace

std::size_t Extent::bytes() const {
  return static_cast<std::size_t>(columns) * bytes_of_column(*this);
}

std::size_t Extent::bytes_of_slots() const {
  return OwnMemory::in_units(static_cast<std::size_t>(slots) * sizeof(Slot));
}

std::size_t Extent::place_of(std::int32_t column, std::int32_t slot) const {
  return static_cast<std::size_t>(column) * bytes_of_column(*this) +
         static_cast<std::size_t>(slot) * sizeof(Slot);
}

std::size_t Extent::place_of_area(std::int32_t column) const {
  return place_of(column, 0) + bytes_of_slots();
}

}  // namespace allfold::node
