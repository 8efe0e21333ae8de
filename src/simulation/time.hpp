/// @file What takes simulated time, and what is computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "simulation/node_work.hpp"

namespace allfold::simulation {

/// Messages of fewer bytes are sent eagerly. This is one number for all simulated machines, because
/// it decides in which order SMPI matches messages.
inline constexpr std::size_t eager_bytes = 65536;

/// The costs of a simulated machine, set before the first call and equal on all ranks.
struct Costs {
  double reduction = 0;  ///< seconds per byte reduced: the cost model's gamma
  double copy = 0;       ///< seconds per byte copied in memory
  /// The bytes that a link carries in the latency of a message.
  std::size_t bytes_in_latency = 0;
  /// Longer vectors are neither reduced nor copied, but take the same time; longer work memory is
  /// shared by all ranks. Results are then wrong.
  std::size_t most_bytes_computed = std::numeric_limits<std::size_t>::max();
  std::vector<NodeTime> node;  ///< of work in shared memory
};
[[nodiscard]] Costs& costs();

/// Lets simulated time pass on this rank, while others continue.
void spend(double seconds);
/// Lets the other ranks go on, at the same time.
void let_others_run();

/// Allocates memory, which all ranks share if it is longer than Costs::most_bytes_computed. Null on
/// failure.
[[nodiscard]] void* allocate(std::size_t alignment, std::size_t bytes);
/// Frees memory that `allocate` or the C library has allocated.
void release(void* memory);

/// Equal for ranks on one simulated host, and for no others; never 0.
[[nodiscard]] std::uint64_t host_identity();

}  // namespace allfold::simulation
