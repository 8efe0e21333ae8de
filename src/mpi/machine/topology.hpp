/// @file Topology: which caches and memory the processors of this node share.
///
/// Everything is said of the processors that a process may use, which are given by their numbers.
/// `root` is prefixed to the paths of system files, for tests.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace allfold::mpi::machine {

/// In place of the number of a cache, NUMA node or socket: the process may also use processors
/// outside of it, or it is not known.
inline constexpr std::int16_t no_number = -1;

/// The last-level cache of the first of the processors.
struct Cache {
  std::int64_t bytes = 0;           ///< 0 if not known
  std::int16_t cores = 1;           ///< number that share it; 1 if not known
  std::int16_t number = no_number;  ///< of its first processor
};
[[nodiscard]] Cache last_level_cache(std::span<const int> processors, const std::string& root = "");

/// The NUMA node of that processor.
struct NumaNode {
  std::int16_t cores = 1;  ///< 1 if not known
  std::int16_t number = no_number;
};
[[nodiscard]] NumaNode numa_node(std::span<const int> processors, const std::string& root = "");

/// Whether a processor is the first hardware thread of its core, or nothing is known of it.
[[nodiscard]] bool is_first_of_core(int processor, const std::string& root = "");

/// The number of the first processor of the socket.
[[nodiscard]] std::int16_t socket_number(std::span<const int> processors,
                                         const std::string& root = "");

}  // namespace allfold::mpi::machine
