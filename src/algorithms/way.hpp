/// @file Ways of long vectors through the memory that the ranks of a node share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace allfold::algorithms {

/// All give the same bits.
enum class Way : std::uint8_t {
  learnt,      ///< what the first calls show to be the quickest
  sliced,      ///< staged; each rank reduces a slice, and takes the others'
  whole,       ///< staged; each rank that gets the result reduces all
  read,        ///< not staged: ranks read what they reduce where it lies, in an Allreduce slices
  read_whole,  ///< not staged; each rank that gets the result reduces all
};

/// As users write them; that of `learnt` is "", since it is the default.
inline constexpr std::array<std::string_view, 5> names_of_ways{"", "sliced", "whole", "read",
                                                               "read-whole"};
/// What messages say is expected.
inline constexpr std::string_view expected_ways = "sliced, whole, read or read-whole";

/// Those that users can name.
inline constexpr std::array named_ways{Way::sliced, Way::whole, Way::read, Way::read_whole};

[[nodiscard]] constexpr std::string_view name_of(Way way) {
  return names_of_ways[static_cast<std::size_t>(way)];
}

}  // namespace allfold::algorithms
