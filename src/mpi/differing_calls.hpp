/// @file Differing calls: the report if ranks of a communicator make different calls.
#pragma once

#include "mpi/call.hpp"
#include "mpi/outcome.hpp"

namespace allfold::mpi {

class Communicator;

/// As raised() of outcome.hpp. If the call has failed because other ranks make a different call, it
/// reports the two calls; one process of a job does that on each node, once.
int raised(const Outcome& outcome, const Arguments& call, Communicator& communicator);

}  // namespace allfold::mpi
