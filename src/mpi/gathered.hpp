/// @file Texts of all ranks, told to the first.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "mpi/reserve.hpp"

namespace allfold::mpi {

/// Collective over `comm`: on rank 0 the texts of all ranks, else none. None on any rank where rank 0
/// has no memory for them, or they come to more bytes than MPI can count.
[[nodiscard]] std::vector<std::string> gathered(const std::string& own, MPI_Comm comm,
                                                Reserve& reserve);

}  // namespace allfold::mpi
