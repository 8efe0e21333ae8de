/// @file Differing calls: the report if ranks of a communicator make different calls.
#pragma once

#include "mpi/call/call.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/run/outcome.hpp"

namespace allfold::mpi::observe {

/// As raised() of outcome.hpp. If the call has failed because other ranks make a different call, it
/// reports the two calls; one process of a job does that on each node, once.
int raised(const run::Outcome& outcome, const call::Arguments& call,
           communicator::Communicator& communicator);

}  // namespace allfold::mpi::observe
