#include "node_check/plain_memory.hpp"

#include <algorithm>

namespace allfold::node_check {

PlainMemory::Page& PlainMemory::page(std::size_t number) {
  std::unique_ptr<Page>& page = pages_[number];
  if (page == nullptr) page = std::make_unique<Page>();
  if (page->execution != execution_) {
    page->execution = execution_;
    page->places.fill({});
  }
  return *page;
}

template <class Body>
void PlainMemory::for_places(const void* at, std::size_t bytes, Body body) {
  constexpr std::size_t of_page = page_bytes / place_bytes;
  if (bytes == 0) return;
  const std::size_t first = arena_.offset(at) / place_bytes;
  const std::size_t end = (arena_.offset(at) + bytes - 1) / place_bytes + 1;
  for (std::size_t next = first; next < end;) {
    Page& here = page(next / of_page);
    const std::size_t end_here = std::min(end, (next / of_page + 1) * of_page);
    for (; next < end_here; ++next) body(here.places[next % of_page], (next - first) * place_bytes);
  }
}

std::optional<PlainMemory::Race> PlainMemory::note(Place& place, const Times& times,
                                                   std::size_t rank, Access access) {
  std::optional<Race> race;
  if (place.writer != nobody && place.writer != rank && place.written > times[place.writer])
    race = {.at = nullptr, .other = place.writer, .before = Access::write};
  if (access == Access::read) {
    place.read[rank] = times[rank];
    return race;
  }
  for (std::size_t other = 0; other < most_ranks && !race; ++other)
    if (other != rank && place.read[other] > times[other])
      race = {.at = nullptr, .other = other, .before = Access::read};
  place.writer = static_cast<std::uint32_t>(rank);
  place.written = times[rank];
  return race;
}

std::optional<PlainMemory::Race> PlainMemory::access(const Times& times, std::size_t rank,
                                                     const void* at, std::size_t bytes,
                                                     Access access) {
  std::optional<Race> first;
  for_places(at, bytes, [&](Place& place, std::size_t offset) {
    std::optional<Race> race = note(place, times, rank, access);
    if (!race || first) return;
    first = race;
    first->at = static_cast<const std::byte*>(at) + offset;
  });
  return first;
}

bool PlainMemory::is_written(const void* at, std::size_t bytes) {
  bool is_all = true;
  for_places(at, bytes, [&](const Place& place, std::size_t /*offset*/) {
    is_all = is_all && place.writer != nobody;
  });
  return is_all;
}

}  // namespace allfold::node_check
