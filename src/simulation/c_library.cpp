/// Functions of the C library that behave differently for a simulated rank, which is not a process.
/// The linker binds only Allfold's calls to these functions (-Bsymbolic).
#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <cstdlib>

#include "simulation/node_call.hpp"
#include "simulation/time.hpp"

namespace {

/// The interval at which a rank polls shared memory while communicators are set up.
constexpr double seconds_between_looks = 1e-7;

}  // namespace

extern "C" {

/// All ranks run in one thread and take turns at calls that SMPI knows, such as this one: the
/// others run. Simulated time passes, except in a NodeCall, whose time is known.
int sched_yield() noexcept {
  using namespace allfold::simulation;
  if (is_in_node_call())
    let_others_run();
  else
    spend(seconds_between_looks);
  return 0;
}

/// All ranks are on the same processor, so that a rank which waits lets the others run immediately.
int sched_getcpu() noexcept { return 0; }

/// No thread may run beside the simulation. Allfold's only thread reports late ranks, which it
/// would do by the clock of the real machine.
int pthread_create(pthread_t* /*thread*/, const pthread_attr_t* /*attributes*/,
                   void* (* /*start*/)(void*), void* /*argument*/) noexcept {
  return EAGAIN;
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return allfold::simulation::allocate(alignment, bytes);
}

void free(void* memory) noexcept { allfold::simulation::release(memory); }
}
