/// @file What a process sees of its node, of the network and of the MPI library.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "rules/rules.hpp"
#include "select/network.hpp"

namespace allfold::mpi {

/// Equal for processes that can share memory (one boot of one kernel, one /dev/shm, one namespace
/// of processes and of IPC), and for no others; 0 if that cannot be told.
[[nodiscard]] std::uint64_t node_identity();

/// The last-level cache of the first processor that this process may run on.
struct Cache {
  int processors = 1;      ///< that share it; 1 if that cannot be told
  std::int64_t bytes = 0;  ///< 0 if that cannot be told
};
[[nodiscard]] Cache last_level_cache();

/// How many processors have their memory where that one has; 1 if that cannot be told.
[[nodiscard]] int processors_of_numa_node();

/// The processors that a process may use: its threads' affinity.
struct Processors {
  int count = 1;
  std::uint32_t set = 0;  ///< equal for equal sets of processors

  friend bool operator==(const Processors&, const Processors&) = default;
};
[[nodiscard]] Processors usable_processors();

/// The processors of this node that this process's control group may use, else all. `root` is where
/// the system's files are: "", but for tests.
[[nodiscard]] Processors processors_of_group(const std::string& root = "");

/// How many of the job's ranks are on this node, as the launcher says; 0 if it does not.
[[nodiscard]] int ranks_of_job();

/// Whether this is the first rank of its job, as the launcher says; true if it does not.
[[nodiscard]] bool is_first_rank_of_job();

/// How many processors these processes can use at the same time: sets that differ are taken to have
/// none in common, as where each rank is bound to its own.
[[nodiscard]] int processors_in_all(std::span<const Processors> processes);

/// The longest message, in bytes, that the MPI library sends to another node at once, without
/// asking the receiver first: as the environment has it, else Open MPI's default; 0 if that cannot
/// be told.
[[nodiscard]] std::int64_t network_eager_limit();

/// How messages go between the nodes.
[[nodiscard]] select::Network network_of_machine();

/// What tells this machine, as far as measurements go, from others.
[[nodiscard]] rules::MachineFingerprint fingerprint_of_machine();

}  // namespace allfold::mpi
