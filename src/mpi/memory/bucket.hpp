/// @file Bucket: hashes of keys that consist of several numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace allfold::mpi::memory {

/// A hash: the low bits of different keys are equal only by chance, whichever parts differ. Counts
/// are often multiples of powers of two, and addresses have equal low bits.
template <std::size_t parts>
[[nodiscard]] constexpr std::size_t mixed(const std::array<std::uint64_t, parts>& key) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;  // fraction of the golden ratio (Knuth, 6.4)
  constexpr int half = 32;
  std::uint64_t all = 0;
  for (const std::uint64_t part : key) {
    all = (all ^ part) * golden;
    all ^= all >> half;
  }
  return static_cast<std::size_t>(all);
}

/// The bucket of a key: a number below `buckets`, which is a power of two.
template <std::size_t parts>
[[nodiscard]] constexpr std::size_t bucket_of(const std::array<std::uint64_t, parts>& key,
                                              std::size_t buckets) {
  return mixed(key) & (buckets - 1);
}

}  // namespace allfold::mpi::memory
