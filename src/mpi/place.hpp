/// @file Place: where in a table something is kept that several numbers tell apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace allfold::mpi {

/// A number whose low bits tell keys apart: whatever two keys differ in, these are the same by chance
/// only. Counts are often multiples of a power of two, and of addresses the low bits are alike.
template <std::size_t parts>
[[nodiscard]] constexpr std::size_t mixed(const std::array<std::uint64_t, parts>& key) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // the golden ratio's fraction (Knuth, 6.4)
  constexpr int half = 32;
  std::uint64_t all = 0;
  for (const std::uint64_t part : key) {
    all = (all ^ part) * golden;
    all ^= all >> half;
  }
  return static_cast<std::size_t>(all);
}

/// One of `places`, a power of two.
template <std::size_t parts>
[[nodiscard]] constexpr std::size_t place_of(const std::array<std::uint64_t, parts>& key,
                                             std::size_t places) {
  return mixed(key) & (places - 1);
}

}  // namespace allfold::mpi
