/// @file Texts of all ranks, told to the first.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace allfold::mpi {

/// Collective over `comm`: on rank 0 the texts of all ranks, else none.
[[nodiscard]] std::vector<std::string> gathered(const std::string& own, MPI_Comm comm);

}  // namespace allfold::mpi
