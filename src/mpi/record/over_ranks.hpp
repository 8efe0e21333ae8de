/// @file Adds up the profiles of ranks.
#pragma once

#include <mpi.h>

#include "mpi/memory/reserve.hpp"
#include "profile/profile.hpp"

namespace allfold::mpi::record {

/// Collective: on rank 0 of `comm`, the sum of the profiles of all ranks. They are sent along a
/// binomial tree, so that no rank has to store many of them. A rank without memory passes on less.
/// The messages could match receives of the program on a communicator that it knows.
[[nodiscard]] profile::Profile added_over_ranks(profile::Profile own, MPI_Comm comm,
                                                memory::Reserve& reserve);

}  // namespace allfold::mpi::record
