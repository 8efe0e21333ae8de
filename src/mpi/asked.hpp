/// @file Asked: what a rank asks for in a call.
#pragma once

#include "mpi/call.hpp"
#include "mpi/operand.hpp"
#include "node/asked.hpp"

namespace allfold::mpi {

/// What MPI wants to be equal on all ranks: of the datatype, whose parts may lie in different ways, the
/// bytes of an element; of an operation of the user's, whether it commutes.
[[nodiscard]] node::Asked asked_by(const Description& call, const Operand& operand);

}  // namespace allfold::mpi
