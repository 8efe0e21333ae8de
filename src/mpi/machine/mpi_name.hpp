/// @file Name and version of the MPI library.
#pragma once

#include <string>
#include <string_view>

namespace allfold::mpi::machine {

/// A short name from the text of MPI_Get_library_version(): "Open MPI 4.1.4", "MPICH 4.0.2", "Intel MPI
/// 2021.9", "MVAPICH2 2.3.7", "Cray MPICH 8.1.25". Of other libraries the first line, up to a comma.
[[nodiscard]] std::string mpi_name_of(std::string_view version);

}  // namespace allfold::mpi::machine
