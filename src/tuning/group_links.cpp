#include "tuning/group_links.hpp"

#include <algorithm>
#include <cmath>

namespace allfold::tuning {

bool is_clearly_slower(double at_once, double alone) {
  constexpr double by_chance = 1.15;
  return at_once > by_chance * alone;
}

cost::NodeGroups groups_with(const FarTimes& times, double beta) {
  if (!is_clearly_slower(times.with_one_group, beta)) return {};
  // Scales the times to those of all nodes of the group.
  const double all = static_cast<double>(times.nodes_per_group) / times.pairs;
  // One link to all other groups has the same load, whichever groups these are. Of two links, the
  // one with the higher load has half of the messages, or one more.
  const int in_fuller = (times.pairs + 1) / 2;
  const double parted = std::max(beta, times.with_one_group * in_fuller / times.pairs);
  const bool are_parted = times.with_two_groups.value_or(times.with_one_group) <
                          std::sqrt(times.with_one_group * parted);
  cost::NodeGroups groups{.nodes = static_cast<double>(times.nodes_per_group)};
  (are_parted ? groups.beta_pair : groups.beta_far) = times.with_one_group * all;
  return groups;
}

}  // namespace allfold::tuning
