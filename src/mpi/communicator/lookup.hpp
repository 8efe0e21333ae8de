/// @file Look-up: finds the state of a communicator by its handle.
#pragma once

#include <mpi.h>

#include "mpi/communicator/communicator.hpp"
#include "mpi/native/native.hpp"

namespace allfold::mpi::communicator {

/// The state of `comm` if this thread found it last; otherwise null.
[[nodiscard]] Communicator* find_latest(MPI_Comm comm);

/// Finds the state of `comm`; null if it is not set up. If `comm` is not a communicator, returns
/// the error, which the MPI library has raised.
[[nodiscard]] int find(MPI_Comm comm, Communicator*& state);

/// Sets up the state of `comm`, which must have none. Collective over `comm`.
[[nodiscard]] Communicator& set_up(MPI_Comm comm);

/// Frees a communicator by the MPI library's own function.
///
/// The state is deleted first, on all ranks, since the MPI library deletes attributes in the order
/// in which each rank has set them. If a callback of the program then reduces on the communicator
/// while it is being freed, another state is made, which ends here.
int free_communicator(decltype(&PMPI_Comm_free) native, MPI_Comm* comm);

}  // namespace allfold::mpi::communicator
