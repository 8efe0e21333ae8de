/// @file MPI_Init: prepares what the first reduction needs and a process can do by itself.
#pragma once

namespace allfold::mpi::intercept {

/// Called after MPI_Init has succeeded, which takes a hundred times as long. Looks up where this
/// process runs, and prepares memory to share, rules and a thread. The first reduction, in which
/// all ranks wait for the slowest, then finds these ready. What cannot be prepared now is made by
/// the first reduction.
void prepare() noexcept;

}  // namespace allfold::mpi::intercept
