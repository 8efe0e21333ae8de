#include <algorithm>
#include <vector>

#include "mpi/machine/locations.hpp"

namespace allfold::mpi::machine {

Location own_location() {
  Location location = own_location_in_one_cluster();
  find_numa_node(location, usable_numbers());
  return location;
}

void find_numa_node(Location& location, std::span<const int> processors) {
  location.numa_node = numa_node(processors);
  location.socket = socket_number(processors);
  location.core = core_number(processors);
}

Location own_location_in_one_cluster() {
  return {.cache = last_level_cache(usable_numbers()),
          .processors = usable_processors(),
          .of_group = processors_of_group()};
}

NodeProperties node_properties_of(std::span<const Location> locations, Brackets brackets,
                                  int ranks_of_job) {
  return {.hierarchy = hierarchy_of(locations, brackets),
          .lengths = lengths_of(locations),
          .is_crowded = are_crowded(locations, ranks_of_job)};
}

bool are_crowded(std::span<const Location> locations, int ranks_of_job) {
  const auto in_all = [&](Processors Location::*of_each) {
    std::vector<Processors> processors(locations.size());
    std::ranges::transform(locations, processors.begin(), of_each);
    return processors_in_all(processors);
  };
  const Processors& group = locations.front().of_group;
  const bool have_one_group = std::ranges::all_of(
      locations, [&](const Location& each) { return each.of_group.set == group.set; });
  return static_cast<int>(locations.size()) >
             std::min(in_all(&Location::processors), in_all(&Location::of_group)) ||
         (have_one_group && ranks_of_job > group.count);
}

}  // namespace allfold::mpi::machine
