/// What the C library does otherwise for a simulated rank, which is no process of its own. The linker
/// binds the library's calls to these functions (-Bsymbolic), and nobody else's.
#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <cstdlib>

#include "simulation/time.hpp"

namespace {

/// How often a rank that waits in shared memory looks: about as long as a cache line takes.
constexpr double seconds_between_looks = 1e-7;

}  // namespace

extern "C" {

/// All ranks take turns in one thread, at points that SMPI knows: the others run, and simulated time
/// goes on.
int sched_yield() noexcept {
  allfold::simulation::spend(seconds_between_looks);
  return 0;
}

/// So that a rank which waits lets the others run at once, whichever processor the simulation is on.
int sched_getcpu() noexcept { return 0; }

/// No thread may run beside the simulation. Allfold's only one says that a rank is late, which would be
/// by the clock of the machine that simulates.
int pthread_create(pthread_t* /*thread*/, const pthread_attr_t* /*attributes*/,
                   void* (* /*start*/)(void*), void* /*argument*/) noexcept {
  return EAGAIN;
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return allfold::simulation::allocate(alignment, bytes);
}

void free(void* memory) noexcept { allfold::simulation::release(memory); }
}
