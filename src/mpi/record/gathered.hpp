/// @file Gathers a text of each rank on rank 0.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "mpi/memory/reserve.hpp"

namespace allfold::mpi::record {

/// Collective over `comm`: returns the texts of all ranks on rank 0, and nothing on others. Nothing
/// on all ranks if rank 0 has no memory for them, or they have more bytes than an int can count.
[[nodiscard]] std::vector<std::string> gathered(const std::string& own, MPI_Comm comm,
                                                memory::Reserve& reserve);

}  // namespace allfold::mpi::record
