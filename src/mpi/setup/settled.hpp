/// @file Settled: the configuration that holds if ranks have different ones.
#pragma once

#include "mpi/machine/members.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::setup {

/// Collective, on ranks with different configurations. Within one MPI_COMM_WORLD, that is reported
/// and ends the job. If ranks of several worlds meet, returns the configuration of rank 0.
[[nodiscard]] select::Configuration settled(const machine::Members& members,
                                            const select::Configuration& own,
                                            const native::Native& native);

}  // namespace allfold::mpi::setup
