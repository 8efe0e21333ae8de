#include "trials/interval.hpp"

#include <cstdint>

namespace allfold::trials {

namespace {

/// The largest whole number whose square is not larger.
std::uint64_t root_of(std::uint64_t square) {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 31U; bit > 0; bit >>= 1U)
    if ((root + bit) * (root + bit) <= square) root += bit;
  return root;
}

/// The number of values below the median is binomial (n, 1/2). The rank is the first number that
/// the lower 2.5 % do not reach: that is one of 40 parts of all 2^n cases.
std::size_t rank_of_few(std::size_t n) {
  const std::uint64_t part = (std::uint64_t{1} << n) / 40;
  std::uint64_t cases = 1;  // with exactly `rank` values below the median
  std::uint64_t below = 1;
  std::size_t rank = 0;
  while (below <= part) {
    cases = cases * (n - rank) / (rank + 1);
    below += cases;
    ++rank;
  }
  return rank;
}

/// By the normal distribution, whose lower 2.5 % end at 1.96 deviations of √n / 2.
std::size_t rank_of_many(std::size_t n) {
  constexpr std::uint64_t hundredfold_square = 38416;  // (100 · 1.96)²
  const std::uint64_t deviations = root_of(hundredfold_square * n) + 1;
  return (100 * (n + 1) - deviations) / 200;
}

}  // namespace

std::size_t enclosing_rank(std::size_t n) {
  constexpr std::size_t most_counted = 58;  // whose numbers of cases fit into 64 bits
  return std::max<std::size_t>(n <= most_counted ? rank_of_few(n) : rank_of_many(n), 1);
}

}  // namespace allfold::trials
