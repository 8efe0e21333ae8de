#include "tuning/node_groups.hpp"

#include <algorithm>

namespace allfold::tuning {

namespace {

/// Times that differ by this factor do not differ by chance; a share of 1 - `trusted` is ignored,
/// as a few times may be off by chance.
constexpr double telling = 1.1;
constexpr double trusted = 0.9;
constexpr std::size_t fewest_times = 4;

double quantile(std::vector<double> times, double share) {
  const auto place =
      times.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(times.size() - 1));
  std::ranges::nth_element(times, place);
  return *place;
}

bool are_clearly_less(const std::vector<double>& near, const std::vector<double>& far) {
  return near.size() >= fewest_times && far.size() >= fewest_times &&
         quantile(far, 1 - trusted) > telling * quantile(near, trusted);
}

/// Whether messages inside groups of that size take clearly less time than those between groups.
/// Neighbours in different groups must be far apart, too: otherwise times grow with the distance,
/// as in a ring, and there are no groups.
bool are_groups(const Distances& seconds, std::size_t size) {
  std::vector<double> near;
  std::vector<double> far;
  std::vector<double> across_borders;
  for (std::size_t a = 0; a < seconds.size(); ++a)
    for (std::size_t b = 0; b < seconds.size(); ++b) {
      if (a == b) continue;
      (a / size == b / size ? near : far).push_back(seconds[a][b]);
      if (a / size != b / size && (a + 1 == b || b + 1 == a))
        across_borders.push_back(seconds[a][b]);
    }
  return are_clearly_less(near, far) &&
         quantile(across_borders, 0.5) > telling * quantile(near, trusted);
}

}  // namespace

std::vector<int> nodes_of_groups(const Distances& seconds) {
  std::vector<int> sizes;
  for (std::size_t size = 2; size < seconds.size(); ++size) {
    const auto nodes = static_cast<int>(size);
    if ((!sizes.empty() && nodes % sizes.front() != 0) || !are_groups(seconds, size)) continue;
    if (sizes.size() > 1) sizes.pop_back();
    sizes.push_back(nodes);
  }
  return sizes;
}

}  // namespace allfold::tuning
