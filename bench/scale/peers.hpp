/// @file Peers: SMPI's algorithms, which include those of other MPI libraries and their selection.
#pragma once

#include <mpi.h>

#include <string>

#include "schedule/collective.hpp"

namespace allfold::bench {

/// Makes SMPI run a collective by the algorithm `name`, or select one as the library `name` does:
/// ompi, mpich, mvapich2, impi. Applies to all ranks: one rank calls it while no call runs. Ends
/// the simulation if the name is unknown.
void set_peer(const std::string& name, schedule::Collective collective);
/// Sets the algorithms by which communicators are made. To be called like set_peer().
void set_usual_collectives();

/// The functions of the MPI library below Allfold.
[[nodiscard]] decltype(&PMPI_Allreduce) peer_allreduce();
[[nodiscard]] decltype(&PMPI_Reduce) peer_reduce();
[[nodiscard]] decltype(&PMPI_Reduce_scatter) peer_reduce_scatter();

/// A sum of MPI_LONG that takes the simulated time of a reduction, because SMPI's own operations
/// take no simulated time. For the algorithm `rab` this is MPI_SUM: `rab` computes sums itself,
/// whatever the operation is.
[[nodiscard]] MPI_Op sum_for(const std::string& name);

}  // namespace allfold::bench
