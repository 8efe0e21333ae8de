/// @file Ways: how a long vector passes through shared memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace allfold::node {

/// All ways give the same bits, so each call may use another way than the one before.
enum class Way : std::uint8_t {
  sliced,  ///< vectors are staged; each rank reduces a slice, and copies what it wants of others
  whole,   ///< vectors are staged; each rank that gets the result reduces all
  read,    ///< vectors are read in place: slices in an Allreduce, in other calls what a rank wants
  read_whole,  ///< vectors are read in place; each rank that gets the result reduces all
};
inline constexpr std::array all_ways{Way::sliced, Way::whole, Way::read, Way::read_whole};
inline constexpr std::size_t ways = all_ways.size();

/// Whether ranks read each other's vectors in place.
[[nodiscard]] constexpr bool is_reading(Way way) {
  return way == Way::read || way == Way::read_whole;
}

}  // namespace allfold::node
