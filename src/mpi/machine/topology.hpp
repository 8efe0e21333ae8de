/// @file Topology: which caches and memory the processors of this node share.
///
/// Most functions speak of the processors that a process may use, which are given by their numbers.
/// `root` is prefixed to the paths of system files, for tests.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allfold::mpi::machine {

/// In place of the number of a core, cache, NUMA node or socket: the process may also use
/// processors outside of it, or it is not known.
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

/// The number of the first processor of the socket.
[[nodiscard]] std::int16_t socket_number(std::span<const int> processors,
                                         const std::string& root = "");

/// The number of the first processor of the core.
[[nodiscard]] std::int16_t core_number(std::span<const int> processors,
                                       const std::string& root = "");

/// The first of these processors in each core; all of them if nothing is known of their cores.
[[nodiscard]] std::vector<int> one_of_each_core(std::span<const int> processors,
                                                const std::string& root = "");

/// All processors of the node, in ascending order; empty if they are not known.
[[nodiscard]] std::vector<int> online_processors(const std::string& root = "");

/// A cache of data that a processor uses.
struct CacheOfProcessor {
  int level = 0;  ///< 0: there is none, or it is not known
  std::int64_t bytes = 0;
  std::vector<int> sharing = {};  ///< processors
};
[[nodiscard]] CacheOfProcessor cache_of_processor(int processor, int level,
                                                  const std::string& root = "");
[[nodiscard]] CacheOfProcessor last_cache_of_processor(int processor, const std::string& root = "");

}  // namespace allfold::mpi::machine
