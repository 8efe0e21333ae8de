/// @file Asked text: what a rank asks for in a call, as text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "node/asked.hpp"

namespace allfold::mpi::record {

/// Flags, added to the numbers of names.hpp: of a user-defined operation that does not commute, and
/// of a call in which each rank gets its share of the result.
inline constexpr int ordered_operation = 32;
inline constexpr int goes_in_shares = 16;

/// The number in an Asked that stands for a count. Counts for which an Asked has no room are folded:
/// those that differ by little remain different, and none becomes one that is not folded.
inline constexpr std::int64_t first_folded_count =
    (std::int64_t{1} << 31) - (std::int64_t{1} << 20);
[[nodiscard]] constexpr std::int64_t folded_count(std::int64_t count) {
  constexpr std::int64_t prime = 1048573;  // the largest below 2^20
  return count < first_folded_count ? count : first_folded_count + count % prime;
}

/// "MPI_Reduce to rank 0 of 100 elements of 8 bytes by MPI_SUM". Of a folded count: "2146435072 or
/// more elements".
[[nodiscard]] std::string text_of(const node::Asked& asked);

/// The same with a terminating 0, without allocation, for threads that must not allocate.
inline constexpr std::size_t longest_asked = 128;
[[nodiscard]] std::array<char, longest_asked> line_of(const node::Asked& asked);

}  // namespace allfold::mpi::record
