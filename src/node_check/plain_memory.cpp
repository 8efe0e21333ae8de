#include "node_check/plain_memory.hpp"

namespace allfold::node_check {

PlainMemory::Place& PlainMemory::place(std::size_t number) {
  constexpr std::size_t of_page = page_bytes / place_bytes;
  std::unique_ptr<Page>& page = pages_[number / of_page];
  if (page == nullptr) page = std::make_unique<Page>();
  if (page->execution != execution_) {
    page->execution = execution_;
    page->places.fill({});
  }
  return page->places[number % of_page];
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
  if (bytes == 0) return first;
  const std::size_t begin = arena_.offset(at) / place_bytes;
  const std::size_t last = (arena_.offset(at) + bytes - 1) / place_bytes;
  for (std::size_t number = begin; number <= last; ++number) {
    std::optional<Race> race = note(place(number), times, rank, access);
    if (!race || first) continue;
    first = race;
    first->at = static_cast<const std::byte*>(at) + (number - begin) * place_bytes;
  }
  return first;
}

bool PlainMemory::is_written(const void* at, std::size_t bytes) {
  const std::size_t begin = arena_.offset(at) / place_bytes;
  for (std::size_t number = begin; number * place_bytes < arena_.offset(at) + bytes; ++number)
    if (place(number).writer == nobody) return false;
  return true;
}

}  // namespace allfold::node_check
