/// @file Long waits: what is said where a rank waits long in a call.
#pragma once

#include "node/asked.hpp"

namespace allfold::mpi {

/// Says who waits in which call for whom, in shared memory; one process of a job on a node does, once.
void tell_of_long_wait(const node::LongWait& wait);

}  // namespace allfold::mpi
