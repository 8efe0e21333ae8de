/// @file Way parameter: how long vectors pass through the memory that the ranks of a node share.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace allfold::algorithms {

/// The parameter `way`: how a long vector goes through shared memory. All ways give the same bits.
enum class WayParameter : std::uint8_t {
  learnt,      ///< the way that is the fastest in the first calls
  sliced,      ///< vectors are staged; each rank reduces a slice, and copies the others' slices
  whole,       ///< vectors are staged; each rank that gets the result reduces all
  read,        ///< not staged: ranks read each other's vectors, in an Allreduce a slice each
  read_whole,  ///< not staged; each rank that gets the result reduces all
};

/// The ways that users can name, and their names.
inline constexpr std::array named_ways{WayParameter::sliced, WayParameter::whole,
                                       WayParameter::read, WayParameter::read_whole};
inline constexpr std::array<std::string_view, named_ways.size()> names_of_ways{
    "sliced", "whole", "read", "read-whole"};
/// The names as error messages list them.
inline constexpr std::string_view expected_ways = "sliced, whole, read or read-whole";

/// The name of a way as users write it; "" for `learnt`, which is the default.
[[nodiscard]] constexpr std::string_view name_of(WayParameter way) {
  const auto* const named = std::ranges::find(named_ways, way);
  return named == named_ways.end()
             ? ""
             : names_of_ways[static_cast<std::size_t>(named - named_ways.begin())];
}

/// The way of that name, or none.
[[nodiscard]] constexpr std::optional<WayParameter> way_named(std::string_view name) {
  const auto* const found = std::ranges::find(names_of_ways, name);
  if (found == names_of_ways.end()) return std::nullopt;
  return named_ways[static_cast<std::size_t>(found - names_of_ways.begin())];
}

}  // namespace allfold::algorithms
