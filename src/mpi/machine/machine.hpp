/// @file What a process can find out about its node, the network and the MPI library.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "rules/rules.hpp"
#include "select/network.hpp"

namespace allfold::mpi::machine {

/// Equal only for processes that can share memory: those with the same boot of the kernel,
/// /dev/shm, PID namespace and IPC namespace. 0 if that cannot be determined.
[[nodiscard]] std::uint64_t node_identity();

/// The last-level cache of the first processor that this process may run on.
struct Cache {
  int processors = 1;      ///< number that share it; 1 if not known
  std::int64_t bytes = 0;  ///< 0 if not known
};
[[nodiscard]] Cache last_level_cache();

/// The number of processors in the NUMA node of that processor; 1 if not known.
[[nodiscard]] int processors_of_numa_node();

/// The processors that a process may use: the affinity of its threads.
struct Processors {
  int count = 1;
  std::uint32_t set = 0;  ///< a hash of the set of processors

  friend bool operator==(const Processors&, const Processors&) = default;
};
[[nodiscard]] Processors usable_processors();

/// The processors of this node that this process's control group may use; all if there is no limit.
/// `root` is prefixed to the paths of system files, for tests.
[[nodiscard]] Processors processors_of_group(const std::string& root = "");

/// The number of the job's ranks on this node, as given by the launcher; 0 if not given.
[[nodiscard]] int ranks_of_job();

/// Whether this is the first rank of its job, as given by the launcher; true if not given.
[[nodiscard]] bool is_first_rank_of_job();

/// The number of processors that these processes can use at the same time. Different sets are
/// assumed to be disjoint, as if each rank was bound to its own processors.
[[nodiscard]] int processors_in_all(std::span<const Processors> processes);

/// The longest message, in bytes, that the MPI library sends eagerly over TCP to another node: from
/// the environment, or Open MPI's default; 0 if not known.
[[nodiscard]] std::int64_t network_eager_limit();

/// The kind of network between the nodes.
[[nodiscard]] select::Network network_of_machine();

/// What identifies this machine for measurements.
[[nodiscard]] rules::MachineFingerprint fingerprint_of_machine();

}  // namespace allfold::mpi::machine
