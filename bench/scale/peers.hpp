/// @file Peers: the algorithms of SMPI, among them those of other MPI libraries with their choices.
#pragma once

#include <mpi.h>

#include <string>

#include "schedule/schedule.hpp"

namespace allfold::bench {

/// Has a collective of MPI's run by the algorithm of that name, or selected as the library of that
/// name does: ompi, mpich, mvapich2, impi. For all ranks at once: to be called by one of them, while
/// no call runs. Ends the simulation if there is no such name.
void set_peer(const std::string& name, schedule::Collective collective);
/// The algorithms by which communicators are made. As set_peer().
void set_usual_collectives();

/// The functions of the MPI library behind Allfold.
[[nodiscard]] decltype(&PMPI_Allreduce) peer_allreduce();
[[nodiscard]] decltype(&PMPI_Reduce) peer_reduce();

/// A sum of MPI_LONG that takes the simulated time of a reduction: SMPI's own operations take none. But
/// MPI_SUM for the algorithm `rab`, which sums by itself, whatever the operation is.
[[nodiscard]] MPI_Op sum_for(const std::string& name);

}  // namespace allfold::bench
