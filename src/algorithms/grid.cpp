#include "algorithms/grid.hpp"

#include <algorithm>
#include <cstdlib>

namespace allfold::algorithms {

namespace {

int largest_power(int ranks) { return power(floor_log2(ranks)); }

Sides most_square(int numbers) {
  Sides best{.rows = 1, .columns = numbers};
  for (int rows = 2; rows * rows <= numbers; ++rows)
    if (numbers % rows == 0) best = {.rows = rows, .columns = numbers / rows};
  return best;
}

}  // namespace

Sides default_sides(int ranks) {
  constexpr int most_uneven = 4;
  const Sides sides = most_square(ranks);
  return sides.columns <= most_uneven * sides.rows ? sides : most_square(largest_power(ranks));
}

Sides sides_with(int ranks, int rows) {
  for (const int numbers : {ranks, largest_power(ranks)})
    if (rows > 0 && numbers % rows == 0) return {.rows = rows, .columns = numbers / rows};
  return default_sides(ranks);
}

std::vector<int> possible_rows(int ranks) {
  const int power = largest_power(ranks);
  std::vector<int> all;
  for (int rows = 2; rows < ranks; ++rows)
    if (ranks % rows == 0 || (power % rows == 0 && rows < power)) all.push_back(rows);
  return all.empty() ? std::vector{default_sides(ranks).rows} : all;
}

int preferred_rows(int ranks, int grid_rows) {
  const std::vector<int> all = possible_rows(ranks);
  return std::ranges::find(all, grid_rows) != all.end() ? grid_rows : default_sides(ranks).rows;
}

std::vector<int> strip_lengths(const Sides& sides) {
  std::vector<int> all;
  for (int length = 1; length <= std::min(sides.rows, sides.columns); ++length)
    if (sides.rows % length == 0) all.push_back(length);
  return all;
}

int strip_length(const Sides& sides, int wanted) {
  const std::vector<int> all = strip_lengths(sides);
  if (std::ranges::find(all, wanted) != all.end()) return wanted;
  const auto distance = [&](int length) { return std::abs(length - ceil_log2(sides.columns)); };
  return *std::ranges::min_element(all.rbegin(), all.rend(), {}, distance);
}

}  // namespace allfold::algorithms
