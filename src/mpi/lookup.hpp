/// @file Look-up: the state of a communicator, found by its handle.
#pragma once

#include <mpi.h>

#include "mpi/communicator.hpp"
#include "mpi/native.hpp"

namespace allfold::mpi {

/// The state of `comm`, if it is the one that this thread found last; else null.
[[nodiscard]] Communicator* find_latest(MPI_Comm comm);

/// The state of `comm`, if it has been set up; else null. Returns the error of the MPI library,
/// which has raised it, if `comm` is no communicator.
[[nodiscard]] int find(MPI_Comm comm, Communicator*& state);

/// Sets up the state of `comm`, which has none. Collective: every rank of `comm` must come here.
[[nodiscard]] Communicator& set_up(MPI_Comm comm);

/// Frees a communicator by the MPI library's own function.
///
/// The state goes first, on all ranks: the MPI library deletes attributes in the order in which each
/// rank has set them. A callback of the user's may then reduce on the communicator, which is still
/// being freed: it gets another state, which ends here.
int free_communicator(decltype(&PMPI_Comm_free) native, MPI_Comm* comm);

}  // namespace allfold::mpi
