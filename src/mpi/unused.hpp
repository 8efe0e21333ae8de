/// @file Programs whose reductions Allfold does not see.
#pragma once

namespace allfold::mpi {

/// To be called when the process ends. Rank 0 of an MPI program says that it has seen no reduction, where
/// the user has asked for what Allfold sees. That may be right: the program makes none. Or it takes
/// MPI's functions from a handle of the MPI library: then this is the first code of Allfold's that runs.
void say_if_unused() noexcept;

}  // namespace allfold::mpi
