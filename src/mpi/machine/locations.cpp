#include "mpi/machine/locations.hpp"

#include <algorithm>

namespace allfold::mpi::machine {

node::Lengths lengths_of(std::span<const Location> locations) {
  constexpr std::int64_t least = 64 << 10;
  constexpr auto most = static_cast<std::int64_t>(node::Area::piece_bytes);
  const auto size = [](const Location& each) { return each.cache.bytes; };
  const std::int64_t cache = std::ranges::min(locations, {}, size).cache.bytes;
  const auto in_flight = static_cast<std::int64_t>(node::Area::cycles * locations.size());
  return {.piece_bytes = std::clamp(cache / in_flight / 2, least, most)};
}

}  // namespace allfold::mpi::machine
