/// @file Differing calls: what is said where ranks of a communicator make different calls.
#pragma once

#include "mpi/call.hpp"
#include "mpi/outcome.hpp"

namespace allfold::mpi {

class Communicator;

/// As raised() of outcome.hpp. Where the call has failed since other ranks make another one, it says
/// which two calls these are; one process of a job on a node says so, once.
int raised(const Outcome& outcome, const Arguments& call, Communicator& communicator);

}  // namespace allfold::mpi
