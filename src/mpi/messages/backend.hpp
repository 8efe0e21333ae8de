/// @file Backend: the classes by which calls send messages and reduce. Only here does a build for
/// simulations (ALLFOLD_SMPI) use other classes than the library; see docs/internals/scale.md.
#pragma once

#include <cstdint>

#include "mpi/machine/machine.hpp"
#include "mpi/messages/local_reduction.hpp"
#include "mpi/messages/point_to_point.hpp"
#include "simulation/node_work.hpp"
#ifdef ALLFOLD_SMPI
#include "simulation/connections.hpp"
#include "simulation/node_call.hpp"
#include "simulation/time.hpp"
#include "simulation/timed.hpp"
#endif

namespace allfold::mpi::messages {

#ifdef ALLFOLD_SMPI
using Messages = simulation::Connections<PointToPoint>;
using Reductions = simulation::Timed<LocalReduction>;
/// Exists while the ranks of a node do some work in shared memory.
using NodeCall = simulation::NodeCall;
/// Equal for processes that can share memory; 0 if that cannot be determined.
inline std::uint64_t own_node() { return simulation::host_identity(); }
/// The network between simulated nodes, whatever the simulating machine has.
inline select::Network own_network() { return select::Network::high_speed; }
/// Whether MPI_Finalize deletes the attributes of MPI_COMM_SELF before anything else, as MPI
/// requires.
inline constexpr bool finalize_begins_with_self = false;
/// Whether each rank is a separate process.
inline constexpr bool ranks_are_processes = false;
/// Whether a reduction takes time of its own, without Reductions.
inline constexpr bool loops_take_time = false;
#else
using Messages = PointToPoint;
using Reductions = LocalReduction;
struct NodeCall {
  explicit NodeCall(const simulation::NodeWork& /*work*/) {}
};
inline std::uint64_t own_node() { return machine::node_identity(); }
inline select::Network own_network() { return machine::network_of_machine(); }
inline constexpr bool finalize_begins_with_self = true;
inline constexpr bool ranks_are_processes = true;
inline constexpr bool loops_take_time = true;
#endif

}  // namespace allfold::mpi::messages
