#include "command/node_team.hpp"

#include <array>
#include <cstdint>

#include "mpi/machine/processors.hpp"

namespace allfold::command {

namespace {

using mpi::machine::Seat;

/// The first hardware thread of each core that this process may use.
std::vector<int> usable_cores() {
  std::vector<int> cores;
  for (const int processor : mpi::machine::usable_numbers())
    if (mpi::machine::is_first_of_core(processor)) cores.push_back(processor);
  return cores;
}

/// Each rank on a core of its own, as far as there are enough.
std::vector<Seat> seats_of(int ranks) {
  std::vector<Seat> seats(static_cast<std::size_t>(ranks), mpi::machine::own_seat());
  const std::vector<int> cores = usable_cores();
  for (std::size_t rank = 0; rank < seats.size() && cores.size() >= seats.size(); ++rank) {
    const std::array processor{cores[rank]};
    Seat& seat = seats[rank];
    seat.processors = {.count = 1, .set = static_cast<std::uint32_t>(rank)};
    seat.cache = mpi::machine::last_level_cache(processor);
    mpi::machine::find_numa_node(seat, processor);
  }
  return seats;
}

}  // namespace

NodeTeam::NodeTeam(int ranks)
    : seats_(seats_of(ranks)),
      hierarchy_(mpi::machine::hierarchy_of(seats_, mpi::machine::Brackets::by_seat)),
      team_(std::vector<node::Slot*>(seats_.size(), slot_.get()), 0, hierarchy_,
            node::Waiting([] {}, are_crowded())) {}

}  // namespace allfold::command
