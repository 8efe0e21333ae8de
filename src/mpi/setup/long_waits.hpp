/// @file Long waits: the report if a rank waits long in a call.
#pragma once

#include "node/asked.hpp"

namespace allfold::mpi::setup {

/// Reports a wait in shared memory, with both ranks and their calls: see LateRanks::tell_of_call().
void tell_of_long_wait(const node::LongWait& wait);

}  // namespace allfold::mpi::setup
