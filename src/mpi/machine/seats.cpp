#include "mpi/machine/seats.hpp"

#include <algorithm>

namespace allfold::mpi::machine {

node::Lengths lengths_of(std::span<const Seat> seats) {
  constexpr std::int64_t least = 64 << 10;
  constexpr auto most = static_cast<std::int64_t>(node::Area::piece_bytes);
  const auto size = [](const Seat& each) { return each.cache.bytes; };
  const std::int64_t cache = std::ranges::min(seats, {}, size).cache.bytes;
  const auto in_flight = static_cast<std::int64_t>(node::Area::cycles * seats.size());
  return {.piece_bytes = std::clamp(cache / in_flight / 2, least, most)};
}

}  // namespace allfold::mpi::machine
