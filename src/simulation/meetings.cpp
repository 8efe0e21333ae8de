#include "simulation/meetings.hpp"

#include <simgrid/barrier.h>
#include <simgrid/host.h>

#include <map>
#include <string>
#include <utility>

namespace allfold::simulation {

// Ranks take turns in one thread.
void meet_on_host(std::uint64_t communicator, int ranks) {
  static std::map<std::pair<std::uint64_t, std::string>, sg_bar_t> meetings;
  const auto [place, is_new] =
      meetings.try_emplace({communicator, sg_host_get_name(sg_host_self())}, nullptr);
  if (is_new) place->second = sg_barrier_init(static_cast<unsigned>(ranks));
  sg_barrier_wait(place->second);
}

}  // namespace allfold::simulation
