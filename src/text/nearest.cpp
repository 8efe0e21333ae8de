#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "text/format.hpp"

namespace allfold::text {

namespace {

/// The number of letters to change, add or drop to get from `a` to `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view closest = *std::ranges::min_element(
      known, {}, [&](std::string_view name) { return distance(name, word); });
  return distance(closest, word) <= std::max<std::size_t>((word.size() + 2) / 3, 1) ? closest : "";
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view closest = nearest(word, known);
  return closest.empty() ? "" : format(" (did you mean '{}'?)", closest);
}

std::string alternatives(std::span<const std::string_view> names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    all += format("{}{}", i == 0 ? "" : i + 1 < names.size() ? ", " : " or ", names[i]);
  return all;
}

}  // namespace allfold::text
