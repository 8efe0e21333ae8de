/// @file Ways that a long vector can go through shared memory.
#pragma once

#include <cstdint>

namespace allfold::node {

/// All give the same bits, so that each call may go another way than the one before.
enum class Way : std::uint8_t {
  sliced,  ///< vectors are staged; each rank reduces a slice, and takes the others'
  whole,   ///< vectors are staged; each rank that gets the result reduces all
  read,    ///< vectors are read where they lie: in an Allreduce slices, in a Reduce by the root
};
inline constexpr int ways = 3;

}  // namespace allfold::node
