/// @file The MPI library's own collectives, behind those that we override.
#pragma once

#include <mpi.h>

#include "schedule/schedule.hpp"

namespace allfold {

/// The next PMPI_ entries in the order of loading.
struct Native {
  decltype(&PMPI_Allreduce) allreduce;
  decltype(&PMPI_Reduce) reduce;
  decltype(&PMPI_Finalize) finalize;
  decltype(&PMPI_Comm_free) comm_free;
  decltype(&PMPI_Comm_disconnect) comm_disconnect;
};

/// Looks them up.
[[nodiscard]] Native find_native();

/// The arguments of a call, as the caller gave them.
struct Arguments {
  Collective collective;
  const void* send;
  void* receive;
  int count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;  ///< reduce
  MPI_Comm comm;
};

/// Passes a call on to the MPI library, untouched.
int pass_on(const Native& native, const Arguments& call);

}  // namespace allfold
