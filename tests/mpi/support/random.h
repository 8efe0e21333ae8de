// Data that depends on rank and position, and is the same on every rank and in every run. Each rank
// can compute what the others contribute, and a misplaced block is detected.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_RANDOM_H
#define ALLFOLD_TESTS_MPI_SUPPORT_RANDOM_H

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace allfold_test {

// splitmix64's finaliser: every bit of the result depends on every bit of the word.
constexpr std::uint64_t mixed(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
  word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
  return word ^ (word >> 31);
}

// 64 random bits for element `index` of rank `rank`. Another `seed` gives other data.
constexpr std::uint64_t random_word(int rank, std::size_t index, std::uint64_t seed = 0) {
  return mixed(mixed(mixed(seed) + static_cast<std::uint64_t>(rank)) + index);
}

// +-m * 2^e from such a word: a random mantissa m in [1, 2) and a random e in [-spread, spread].
template <typename Float>
Float random_float(std::uint64_t word, int spread) {
  const std::uint64_t other = mixed(word);
  const auto mantissa = Float{1} + std::ldexp(static_cast<Float>(word >> 1), -63);
  const int exponent = static_cast<int>(other % (2 * static_cast<unsigned>(spread) + 1)) - spread;
  return std::ldexp(word & 1 ? -mantissa : mantissa, exponent);
}

}  // namespace allfold_test

#endif
