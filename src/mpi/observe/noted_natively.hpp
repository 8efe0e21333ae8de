/// @file Records of calls that the MPI library serves.
#pragma once

#include <string_view>

#include "mpi/call/call.hpp"
#include "mpi/observe/observation.hpp"

namespace allfold::mpi::observe {

/// Counts a call that goes to the MPI library.
void count_native(const call::Arguments& call);

/// Notes that the MPI library has served a call, for this reason, on a communicator without state.
void note_native(const call::Arguments& call, std::string_view reason,
                 const Observation& observation);

/// Notes, while calls are compared, that this call was not.
void note_not_compared(const call::Arguments& call, std::string_view reason);

}  // namespace allfold::mpi::observe
