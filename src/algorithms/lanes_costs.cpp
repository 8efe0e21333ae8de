#include "algorithms/lanes_costs.hpp"

namespace allfold::algorithms {

std::vector<cost::Cost> lanes_costs_in_clusters(int members, int lanes,
                                                schedule::Collective collective) {
  constexpr int most_joined = 4;
  int levels = 0;
  for (int clusters = (members + most_without_clusters - 1) / most_without_clusters; clusters > 1;
       clusters = (clusters + most_joined - 1) / most_joined)
    ++levels;
  const double looks = most_without_clusters - 1 + (most_joined - 1) * levels;
  const bool do_all_get_it = goes_to_all(collective);
  const double scattered = 1 - 1.0 / most_without_clusters + levels / 2.0;
  const double gathered =
      do_all_get_it ? (1 + levels) / 4.0 + 1.25 * levels / lanes : (1 - 1.0 / lanes) / 4;
  // The root of a Reduce is the only lane, or its copy of the result is short.
  const double ways = lanes > 1 || do_all_get_it ? 2 : 1;
  std::vector<cost::Cost> costs{
      {.rounds = ways * looks, .volume = scattered + gathered, .reductions = 1}};
  if (lanes == 1)
    costs.push_back({.rounds = ways * (2 + 1.5 * levels),
                     .volume = ways * (4 + 2.5 * levels),
                     .reductions = 1});
  return costs;
}

}  // namespace allfold::algorithms
