/// @file MPI_Init: what the first reduction needs and a process can do by itself.
#pragma once

namespace allfold::mpi {

/// To be called when MPI_Init has succeeded, which takes a hundred times as long. Where this
/// process runs, memory that it may share with others of its node, rules, a thread: the first reduction, in
/// which all ranks wait for the last one, finds them there. What cannot be had now it makes itself.
void prepare() noexcept;

}  // namespace allfold::mpi
