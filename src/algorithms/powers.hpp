/// @file Powers of two around a number of ranks.
#pragma once

#include <bit>

namespace allfold::algorithms {

/// The largest e with 2^e <= x, for x >= 1.
[[nodiscard]] constexpr int floor_log2(int x) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(x))) - 1;
}
/// The smallest e with 2^e >= x, for x >= 1.
[[nodiscard]] constexpr int ceil_log2(int x) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(x) - 1));
}
/// 2^e.
[[nodiscard]] constexpr int power(int e) { return 1 << e; }
/// 2^-e.
[[nodiscard]] constexpr double inverse_power(int e) { return 1.0 / static_cast<double>(1LL << e); }
[[nodiscard]] constexpr bool is_power(int x) {
  return std::has_single_bit(static_cast<unsigned>(x));
}
/// The lowest `bits` bits of x in reverse order.
[[nodiscard]] constexpr int reversed_bits(int x, int bits) {
  int reversed = 0;
  for (int b = 0; b < bits; ++b) reversed = (reversed << 1) | (x >> b & 1);
  return reversed;
}

}  // namespace allfold::algorithms
