/// @file What a process can find out about its node, the network and the MPI library.
#pragma once

#include <cstdint>

#include "rules/rules.hpp"
#include "select/network.hpp"

namespace allfold::mpi::machine {

/// Equal only for processes that can share memory: those with the same boot of the kernel,
/// /dev/shm, PID namespace and IPC namespace. 0 if that cannot be determined.
[[nodiscard]] std::uint64_t node_identity();

/// The number of the job's ranks on this node, as given by the launcher; 0 if not given.
[[nodiscard]] int ranks_of_job();

/// What the launcher says of the ranks that it has started together. They may be jobs of their own.
struct Launch {
  int rank = 0;
  int ranks = 0;  ///< 0: it says nothing
};
[[nodiscard]] Launch launch();

/// Whether this is the first rank of its job, as given by the launcher; true if not given.
[[nodiscard]] bool is_first_rank_of_job();

/// The longest message, in bytes, that the MPI library sends eagerly over TCP to another node: from
/// the environment, or Open MPI's default; 0 if not known.
[[nodiscard]] std::int64_t network_eager_limit();

/// The kind of network between the nodes.
[[nodiscard]] select::Network network_of_machine();

/// What identifies this machine for measurements.
[[nodiscard]] rules::MachineFingerprint fingerprint_of_machine();

}  // namespace allfold::mpi::machine
