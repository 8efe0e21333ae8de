#include "node/areas_of_process.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "node/extent_layout.hpp"

namespace allfold::node {

namespace {

constexpr std::size_t bytes_of_area = sizeof(Area);

}  // namespace

std::shared_ptr<Area> AreasOfProcess::area_at(const PlaceOfArea& place) {
  const ExtentLayout layout(place.extent);
  const ExtentLayout::Range areas = layout.all_areas();
  const auto bytes = others_.range(place.extent.memory, areas.offset, areas.bytes);
  if (bytes == nullptr) return nullptr;
  return {bytes, reinterpret_cast<Area*>(part_of(bytes.get(), areas, layout.area(place.column)))};
}

AreaSource::Made AreasOfProcess::make() noexcept {
  try {
    if (!has_made_first_) {
      std::shared_ptr<Area> first = area_at(place_of_first_);
      has_made_first_ = first != nullptr;
      return {.area = std::move(first), .offset = first_area};
    }
    const std::shared_ptr<OwnMemory::Chunk> chunk(
        new OwnMemory::Chunk, [this](OwnMemory::Chunk* gone) {
          const std::unique_ptr<OwnMemory::Chunk> owned(gone);
          if (owned->mapping.bytes() != nullptr) own_.give_back(std::move(*owned));
        });
    auto memory = own_.grow(bytes_of_area);
    if (!memory) return {};
    *chunk = std::move(*memory);
    return {.area = {chunk, new (chunk->mapping.bytes()) Area}, .offset = chunk->offset};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

bool AreasOfProcess::fill(const Made& made, std::size_t room) noexcept {
  const bool is_first = made.offset == first_area;
  const MemoryName& memory = is_first ? place_of_first_.extent.memory : own_.name();
  const std::int64_t offset =
      is_first ? ExtentLayout(place_of_first_.extent).area(place_of_first_.column).offset
               : made.offset;
  auto* const area = reinterpret_cast<std::byte*>(made.area.get());
  return std::ranges::all_of(parts_of(room), [&](const PartOfArea& part) {
    return fill_range(memory, offset + static_cast<std::int64_t>(part.first),
                      {area + part.first, part.size});
  });
}

std::shared_ptr<Area> AreasOfProcess::find_first(const MemoryName& /*of*/,
                                                 const Slot& slot) noexcept {
  try {
    return area_at(slot.place_of_first_area);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::shared_ptr<Area> AreasOfProcess::find(const MemoryName& of, std::int64_t offset) noexcept {
  try {
    const std::shared_ptr<std::byte> range = others_.range(of, offset, bytes_of_area);
    return {range, reinterpret_cast<Area*>(range.get())};
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace allfold::node
