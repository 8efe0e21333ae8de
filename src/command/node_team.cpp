#include "command/node_team.hpp"

#include <array>
#include <cstdint>

#include "mpi/machine/processors.hpp"

namespace allfold::command {

namespace {

using mpi::machine::Location;

/// Each rank on a core of its own, as far as there are enough.
std::vector<Location> locations_of(int ranks) {
  std::vector<Location> locations(static_cast<std::size_t>(ranks), mpi::machine::own_location());
  const std::vector<int> cores = mpi::machine::one_of_each_core(mpi::machine::usable_numbers());
  for (std::size_t rank = 0; rank < locations.size() && cores.size() >= locations.size(); ++rank) {
    const std::array processor{cores[rank]};
    Location& location = locations[rank];
    location.processors = {.count = 1, .set = static_cast<std::uint32_t>(rank)};
    location.cache = mpi::machine::last_level_cache(processor);
    mpi::machine::find_numa_node(location, processor);
  }
  return locations;
}

}  // namespace

NodeTeam::NodeTeam(int ranks)
    : locations_(locations_of(ranks)),
      hierarchy_(mpi::machine::hierarchy_of(locations_, mpi::machine::Brackets::by_location)),
      team_(std::vector<node::Slot*>(locations_.size(), slot_.get()), 0, hierarchy_,
            node::Waiting([] {}, are_crowded())) {}

}  // namespace allfold::command
