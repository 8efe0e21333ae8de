#include "mpi/state_in_use.hpp"

namespace allfold::mpi {

thread_local StateInUse* StateInUse::innermost = nullptr;

void StateInUse::end(Communicator* state) {
  StateInUse* last_to_end = nullptr;
  for (StateInUse* use = innermost; use != nullptr; use = use->outer_)
    if (&use->state_ == state) last_to_end = use;
  if (last_to_end != nullptr)
    last_to_end->ends_with_this_ = true;
  else
    delete state;
}

}  // namespace allfold::mpi
