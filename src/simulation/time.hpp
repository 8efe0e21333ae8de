/// @file What takes simulated time, and what of it is really done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace allfold::simulation {

/// Messages of fewer bytes are sent at once, without asking the receiver first. One number for all
/// machines that are simulated: it decides in which order SMPI matches messages.
inline constexpr std::size_t eager_bytes = 65536;

/// What a simulated rank is told before its first call; all ranks alike.
struct Costs {
  double reduction = 0;  ///< seconds a byte reduced: the cost model's gamma
  double copy = 0;       ///< seconds a byte copied in memory
  /// That a link carries while one message is on its way to a peer.
  std::size_t bytes_in_latency = 0;
  /// What is longer is neither reduced nor copied, but takes its time; and work memory that is longer
  /// is one and the same for all ranks. Values are wrong then.
  std::size_t most_bytes_computed = std::numeric_limits<std::size_t>::max();
};
[[nodiscard]] Costs& costs();

/// Lets this rank take that much simulated time; others go on.
void spend(double seconds);

/// Memory, which is one and the same for all ranks if it is longer than what is computed. Null if there
/// is none.
[[nodiscard]] void* allocate(std::size_t alignment, std::size_t bytes);
/// Gives back what `allocate` or the C library has given.
void release(void* memory);

/// Equal for ranks on one simulated host, and for no others; never 0.
[[nodiscard]] std::uint64_t host_identity();

}  // namespace allfold::simulation
