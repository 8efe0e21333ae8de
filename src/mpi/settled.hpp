/// @file Settled: the configuration that holds where ranks are configured differently.
#pragma once

#include "mpi/members.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi {

/// Collective, on ranks whose configurations differ. Within one MPI_COMM_WORLD that is reported and
/// ends the job; where ranks of several worlds meet, the configuration of rank 0 is returned.
[[nodiscard]] select::Configuration settled(const Members& members,
                                            const select::Configuration& own, const Native& native);

}  // namespace allfold::mpi
