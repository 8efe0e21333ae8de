/// @file Names of operations and datatypes, for messages.
#pragma once

#include <mpi.h>

#include <string>
#include <string_view>

#include "mpi/native/predefined.hpp"

namespace allfold::mpi::native {

/// "MPI_SUM"; "user-defined". In MPICH, built-in and user-defined handles have the same type.
[[nodiscard]] std::string name_of_operation(MPI_Op op);
/// A number from 0 to 31, equal on all ranks. All user-defined operations have the same number.
[[nodiscard]] int number_of_operation(MPI_Op op);
[[nodiscard]] std::string_view name_of_operation_number(int number);
/// "MPI_DOUBLE", or the name set by the program; "user-defined".
[[nodiscard]] std::string name_of_type(MPI_Datatype datatype);

/// The predefined operation or datatype of that name; MPI_OP_NULL or null if there is none.
[[nodiscard]] MPI_Op operation_of_name(std::string_view name);
[[nodiscard]] const PredefinedType* type_of_name(std::string_view name);

}  // namespace allfold::mpi::native
