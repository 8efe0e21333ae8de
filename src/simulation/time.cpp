#include "simulation/time.hpp"

#include <simgrid/actor.h>
#include <simgrid/host.h>
#include <smpi/smpi.h>

#include <cstdlib>
#include <functional>
#include <string_view>

extern "C" void smpi_shared_free(void* memory);

namespace allfold::simulation {

Costs& costs() {
  static Costs the_costs;
  return the_costs;
}

// A sleep, because each rank has a processor of its own, however fast the simulated hosts are.
void spend(double seconds) {
  if (seconds > 0) sg_actor_sleep_for(seconds);
}

void let_others_run() { sg_actor_yield(); }

void* allocate(std::size_t alignment, std::size_t bytes) {
  if (bytes > costs().most_bytes_computed) return smpi_shared_malloc(bytes, "long vectors", 0);
  void* memory = nullptr;
  return posix_memalign(&memory, alignment, bytes) == 0 ? memory : nullptr;
}

// smpi_shared_free() also frees memory that SMPI has not allocated.
void release(void* memory) { smpi_shared_free(memory); }

std::uint64_t host_identity() {
  return std::hash<std::string_view>{}(sg_host_get_name(sg_host_self())) | 1U;
}

}  // namespace allfold::simulation
