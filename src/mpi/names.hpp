/// @file Names of operations and datatypes, for people.
#pragma once

#include <mpi.h>

#include <string>

namespace allfold::mpi {

/// "MPI_SUM"; "user-defined". With MPICH, handles of both kinds are of one type.
[[nodiscard]] std::string name_of_operation(MPI_Op op);
/// "MPI_DOUBLE", or as the program has named it; "user-defined".
[[nodiscard]] std::string name_of_type(MPI_Datatype datatype);

}  // namespace allfold::mpi
