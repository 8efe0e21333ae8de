/// @file Asked: what a rank asks for in a call.
#pragma once

#include "mpi/call/call.hpp"
#include "mpi/call/operand.hpp"
#include "node/asked.hpp"

namespace allfold::mpi::call {

/// The arguments that MPI requires to be equal on all ranks. Of the datatype that is the number of
/// bytes per element, since ranks may lay out the data differently. Of a user-defined operation it
/// is whether it commutes.
[[nodiscard]] node::Asked asked_by(const Description& call, const Operand& operand);

}  // namespace allfold::mpi::call
