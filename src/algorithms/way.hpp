/// @file Ways of long vectors through the memory that the ranks of a node share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// Those that users can name, and their names.
inline constexpr std::array named_ways{Way::sliced, Way::whole, Way::read, Way::read_whole};
inline constexpr std::array<std::string_view, named_ways.size()> names_of_ways{
    "sliced", "whole", "read", "read-whole"};
/// What messages say is expected.
inline constexpr std::string_view expected_ways = "sliced, whole, read or read-whole";

/// As users write it; "" for `learnt`, which is the default.
[[nodiscard]] constexpr std::string_view name_of(Way way) {
  const auto* const named = std::ranges::find(named_ways, way);
  return named == named_ways.end()
             ? ""
             : names_of_ways[static_cast<std::size_t>(named - named_ways.begin())];
}

/// None: users know no such way.
[[nodiscard]] constexpr std::optional<Way> way_named(std::string_view name) {
  const auto* const found = std::ranges::find(names_of_ways, name);
  if (found == names_of_ways.end()) return std::nullopt;
  return named_ways[static_cast<std::size_t>(found - names_of_ways.begin())];
}

}  // namespace allfold::algorithms
