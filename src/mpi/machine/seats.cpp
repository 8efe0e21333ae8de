#include "mpi/machine/seats.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "algorithms/fold.hpp"

namespace allfold::mpi::machine {

node::Brackets tree_f(int ranks) { return node::Brackets(algorithms::Fold(ranks).first_ranks()); }

node::Topology topology_of(std::span<const Seat> seats) {
  unsigned cache = std::numeric_limits<unsigned>::max();
  unsigned numa_node = cache;
  for (const Seat& each : seats) {
    cache = std::min(cache, static_cast<unsigned>(each.cache.cores));
    numa_node = std::min(numa_node, static_cast<unsigned>(each.numa_cores));
  }
  const unsigned lower = std::clamp(std::bit_floor(cache), 4U, 16U);
  const unsigned most = 16 * lower;
  const unsigned of_numa_node = std::bit_floor(numa_node);
  const unsigned upper = of_numa_node > lower ? std::min(of_numa_node, most) : most;
  return {.leaves_of_cluster = {static_cast<int>(lower), static_cast<int>(upper)}};
}

node::Lengths lengths_of(std::span<const Seat> seats) {
  constexpr std::int64_t least = 64 << 10;
  constexpr auto most = static_cast<std::int64_t>(node::Area::piece_bytes);
  const auto size = [](const Seat& each) { return each.cache.bytes; };
  const std::int64_t cache = std::ranges::min(seats, {}, size).cache.bytes;
  const auto in_flight = static_cast<std::int64_t>(node::Area::cycles * seats.size());
  return {.piece_bytes = std::clamp(cache / in_flight / 2, least, most)};
}

}  // namespace allfold::mpi::machine
