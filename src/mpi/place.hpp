/// @file Place: where in a small table something is kept that several numbers tell apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace allfold::mpi {

/// One of `places`, a power of two. Whatever two keys differ in, they share a place by chance only:
/// counts are often multiples of a power of two, and of addresses the low bits are alike.
template <std::size_t parts>
[[nodiscard]] constexpr std::size_t place_of(const std::array<std::uint64_t, parts>& key,
                                             std::size_t places) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // the golden ratio's fraction (Knuth, 6.4)
  constexpr int half = 32;
  std::uint64_t mixed = 0;
  for (const std::uint64_t part : key) {
    mixed = (mixed ^ part) * golden;
    mixed ^= mixed >> half;
  }
  return static_cast<std::size_t>(mixed) & (places - 1);
}

}  // namespace allfold::mpi
