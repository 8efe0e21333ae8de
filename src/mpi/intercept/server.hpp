/// @file Server: what serves a call: the state of its communicator, or the MPI library.
#pragma once

#include <string_view>

#include "mpi/call/call.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/observe/observation.hpp"

namespace allfold::mpi::intercept {

/// Why the MPI library serves a call whose arguments it refuses.
inline constexpr std::string_view refused = "refused arguments";

struct Server {
  communicator::Communicator* communicator = nullptr;
  std::string_view native_reason = {};  ///< if there is no state
};

/// Finds the communicator's state, and sets it up unless the MPI library must serve the call. A
/// returned error has been raised. Throws FailedCall.
int look_up(const call::Arguments& call, Server& server, observe::Observation& observation);

/// Counts a call, and passes it to the MPI library.
int pass_on_counted(const call::Arguments& call);
/// The same for a communicator that is not set up, for this reason.
int pass_on_observed(const call::Arguments& call, std::string_view reason,
                     const observe::Observation& observation);

}  // namespace allfold::mpi::intercept
