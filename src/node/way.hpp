/// @file Ways that a long vector can go through shared memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace allfold::node {

/// All give the same bits, so that each call may go another way than the one before.
enum class Way : std::uint8_t {
  sliced,      ///< vectors are staged; each rank reduces a slice, and takes the others'
  whole,       ///< vectors are staged; each rank that gets the result reduces all
  read,        ///< vectors are read where they lie: in an Allreduce slices, in a Reduce by the root
  read_whole,  ///< vectors are read where they lie; each rank that gets the result reduces all
};
inline constexpr std::array all_ways{Way::sliced, Way::whole, Way::read, Way::read_whole};
inline constexpr std::size_t ways = all_ways.size();

/// Whether ranks read each other's vectors where they lie.
[[nodiscard]] constexpr bool is_reading(Way way) {
  return way == Way::read || way == Way::read_whole;
}

}  // namespace allfold::node
