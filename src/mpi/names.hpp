/// @file Names of operations and datatypes, for people.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

#include "mpi/predefined.hpp"

namespace allfold::mpi {

/// "MPI_SUM"; "user-defined". With MPICH, handles of both kinds are of one type.
[[nodiscard]] std::string name_of_operation(MPI_Op op);
/// The same on all ranks, from 0 to 31; those of the user's have one number.
[[nodiscard]] int number_of_operation(MPI_Op op);
[[nodiscard]] std::string_view name_of_operation_number(int number);
/// "MPI_DOUBLE", or as the program has named it; "user-defined".
[[nodiscard]] std::string name_of_type(MPI_Datatype datatype);

/// The predefined one of that name; MPI_OP_NULL, null: there is none.
[[nodiscard]] MPI_Op operation_of_name(std::string_view name);
[[nodiscard]] const PredefinedType* type_of_name(std::string_view name);

}  // namespace allfold::mpi
