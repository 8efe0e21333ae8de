#include <algorithm>
#include <vector>

#include "mpi/machine/seats.hpp"

namespace allfold::mpi::machine {

Seat own_seat() {
  Seat seat = own_seat_in_one_cluster();
  find_numa_node(seat, usable_numbers());
  return seat;
}

void find_numa_node(Seat& seat, std::span<const int> processors) {
  seat.numa_node = numa_node(processors);
  seat.socket = socket_number(processors);
}

Seat own_seat_in_one_cluster() {
  return {.cache = last_level_cache(usable_numbers()),
          .processors = usable_processors(),
          .of_group = processors_of_group()};
}

NodeProperties node_properties_of(std::span<const Seat> seats, Brackets brackets,
                                  int ranks_of_job) {
  return {.hierarchy = hierarchy_of(seats, brackets),
          .lengths = lengths_of(seats),
          .is_crowded = are_crowded(seats, ranks_of_job)};
}

bool are_crowded(std::span<const Seat> seats, int ranks_of_job) {
  const auto in_all = [&](Processors Seat::*of_each) {
    std::vector<Processors> processors(seats.size());
    std::ranges::transform(seats, processors.begin(), of_each);
    return processors_in_all(processors);
  };
  const Processors& group = seats.front().of_group;
  const bool have_one_group =
      std::ranges::all_of(seats, [&](const Seat& each) { return each.of_group.set == group.set; });
  return static_cast<int>(seats.size()) >
             std::min(in_all(&Seat::processors), in_all(&Seat::of_group)) ||
         (have_one_group && ranks_of_job > group.count);
}

}  // namespace allfold::mpi::machine
