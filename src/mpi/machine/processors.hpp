/// @file The processors of this node: how many there are, and which of them share caches and memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace allfold::mpi::machine {

/// The last-level cache of the first processor that this process may run on.
struct Cache {
  int cores = 1;           ///< number that share it; 1 if not known
  std::int64_t bytes = 0;  ///< 0 if not known
};
[[nodiscard]] Cache last_level_cache();

/// The number of cores in the NUMA node of that processor; 1 if not known.
[[nodiscard]] int cores_of_numa_node();

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

/// The number of processors that these processes can use at the same time. Different sets are
/// assumed to be disjoint, as if each rank was bound to its own processors.
[[nodiscard]] int processors_in_all(std::span<const Processors> processes);

}  // namespace allfold::mpi::machine
