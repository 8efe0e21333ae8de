#include "algorithms/rank_sample.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace allfold::algorithms {

namespace {

/// How many ranks the sampled ranks stand for.
struct Portion {
  std::size_t ranks = 0;
  std::size_t looked_at = 0;

  [[nodiscard]] double weight() const {
    return static_cast<double>(ranks) / static_cast<double>(looked_at);
  }
};

/// `wanted` numbers below `count`, or somewhat fewer, spread evenly, beginning in the middle:
/// numbers at the ends have neighbours in other groups. The numbers are not equidistant, because
/// ranks that exchange in a round are.
std::vector<std::size_t> spread_below(std::size_t count, std::size_t wanted) {
  std::vector<std::size_t> some;
  if (wanted >= count) {
    some.resize(count);
    std::iota(some.begin(), some.end(), std::size_t{0});
    return some;
  }
  constexpr std::uint32_t golden = 0x9E3779B9;
  std::uint32_t place = std::uint32_t{1} << 31;
  some.reserve(wanted);
  for (std::size_t i = 0; i < wanted; ++i, place += golden)
    some.push_back(place * std::uint64_t{count} >> 32);
  std::ranges::sort(some);
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

/// A sample of the nodes of a group, at least one: all nodes of some switches, since often only a
/// few nodes of a switch send to others; or some nodes of a larger switch.
std::vector<std::size_t> some_nodes(std::size_t count, std::size_t wanted, std::size_t per_switch) {
  const std::size_t switches = (count - 1) / per_switch + 1;
  const std::size_t whole = std::max<std::size_t>(wanted / per_switch, 1);
  std::vector<std::size_t> nodes;
  for (const std::size_t number : spread_below(switches, whole)) {
    const std::size_t first = number * per_switch;
    for (const std::size_t node :
         spread_below(std::min(per_switch, count - first), std::max<std::size_t>(wanted, 1)))
      nodes.push_back(first + node);
  }
  return nodes;
}

}  // namespace

std::vector<RanksByNode> telling_groups(const std::vector<int>& nodes,
                                        const cost::CostModel& model) {
  const int last_node = std::ranges::max(nodes);
  const int size = model.groups.are_known()     ? static_cast<int>(model.groups.nodes)
                   : model.switches.are_known() ? static_cast<int>(model.switches.nodes)
                   : model.torus.is_known()     ? last_node + 1
                                                : 1;
  int groups = last_node / size + 1;
  if (groups > 3 && last_node % size + 1 < size) --groups;
  std::vector<int> telling(static_cast<std::size_t>(std::min(groups, 3)));
  std::iota(telling.begin(), telling.end(), 0);
  if (groups > 3) telling = {0, groups / 2, groups - 1};
  std::vector<RanksByNode> all(
      telling.size(), RanksByNode(static_cast<std::size_t>(std::min(size, last_node + 1))));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int first = telling[i] * size;
    for (std::size_t rank = 0; rank < nodes.size(); ++rank)
      if (nodes[rank] >= first && nodes[rank] < first + size)
        all[i][static_cast<std::size_t>(nodes[rank] - first)].push_back(static_cast<int>(rank));
    while (all[i].size() > 1 && all[i].back().empty()) all[i].pop_back();
  }
  return all;
}

std::vector<Sharer> sample_of(const RanksByNode& group, std::size_t wanted,
                              const cost::CostModel& model) {
  Portion of_group;
  for (const std::vector<int>& node : group) of_group.ranks += node.size();
  const std::size_t nodes = wanted * group.size() / std::max<std::size_t>(of_group.ranks, 1);
  const std::size_t nodes_per_switch =
      model.switches.are_known() ? static_cast<std::size_t>(model.switches.nodes) : group.size();
  std::vector<Portion> of_switches((group.size() - 1) / nodes_per_switch + 1);
  for (std::size_t node = 0; node < group.size(); ++node)
    of_switches[node / nodes_per_switch].ranks += group[node].size();
  const std::vector<std::size_t> some = some_nodes(group.size(), nodes, nodes_per_switch);
  const auto some_on = [&](std::size_t node) {
    return spread_below(group[node].size(), std::max<std::size_t>(wanted, 1));
  };
  for (const std::size_t node : some) {
    const std::size_t looked_at = some_on(node).size();
    of_group.looked_at += looked_at;
    of_switches[node / nodes_per_switch].looked_at += looked_at;
  }
  std::vector<Sharer> sharers;
  sharers.reserve(of_group.looked_at);
  for (const std::size_t node : some) {
    const std::vector<std::size_t> places = some_on(node);
    if (places.empty()) continue;
    const cost::SharedLinks::Weight weight{
        .on_node = Portion{.ranks = group[node].size(), .looked_at = places.size()}.weight(),
        .at_switch = of_switches[node / nodes_per_switch].weight(),
        .in_group = of_group.weight()};
    for (const std::size_t place : places)
      sharers.push_back({.rank = group[node][place], .weight = weight});
  }
  return sharers;
}

}  // namespace allfold::algorithms
