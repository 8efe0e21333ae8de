/// @file Settled: the configuration that holds where ranks are configured differently.
#pragma once

#include "mpi/members.hpp"
#include "select/configuration.hpp"

namespace allfold {

/// Collective, on ranks whose configurations differ. Within one MPI_COMM_WORLD that is reported and
/// ends the job; where ranks of several worlds meet, the configuration of rank 0 is returned.
[[nodiscard]] Configuration settled(const Members& members, const Configuration& own);

}  // namespace allfold
