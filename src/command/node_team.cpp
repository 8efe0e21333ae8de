#include "command/node_team.hpp"

#include <cstdint>

namespace allfold::command {

namespace {

std::vector<mpi::machine::Seat> seats_of(int ranks) {
  std::vector<mpi::machine::Seat> seats(static_cast<std::size_t>(ranks), mpi::machine::own_seat());
  std::uint32_t set = 0;
  for (mpi::machine::Seat& seat : seats)
    if (seat.processors.count < seat.of_group.count) seat.processors.set = set++;
  return seats;
}

}  // namespace

NodeTeam::NodeTeam(int ranks)
    : seats_(seats_of(ranks)),
      team_(std::vector<node::Slot*>(seats_.size(), slot_.get()), 0, mpi::machine::tree_f(ranks),
            mpi::machine::topology_of(seats_), node::Waiting([] {}, are_crowded())) {}

}  // namespace allfold::command
