#include "algorithms/nodes.hpp"

#include <algorithm>
#include <map>

namespace allfold {

Nodes::Nodes(std::span<const std::uint64_t> machines) {
  auto map = std::make_shared<Map>();
  std::map<std::uint64_t, int> node_of_machine;
  for (int rank = 0; rank < static_cast<int>(machines.size()); ++rank) {
    const auto [found, is_new] = node_of_machine.try_emplace(
        machines[static_cast<std::size_t>(rank)], static_cast<int>(map->members.size()));
    if (is_new) map->members.emplace_back();
    std::vector<int>& members = map->members[static_cast<std::size_t>(found->second)];
    map->places.push_back({.node = found->second, .number = static_cast<int>(members.size())});
    members.push_back(rank);
  }
  for (const std::vector<int>& members : map->members) {
    const auto size = static_cast<int>(members.size());
    map->fewest = map->fewest == 0 ? size : std::min(map->fewest, size);
    map->most = std::max(map->most, size);
    if (members.back() - members.front() + 1 != size) map->in_order = false;
  }
  map_ = std::move(map);
}

Nodes Nodes::in_succession(int ranks, int ranks_per_node) {
  std::vector<std::uint64_t> machines;
  for (int rank = 0; rank < ranks; ++rank)
    machines.push_back(static_cast<std::uint64_t>(rank / ranks_per_node));
  return Nodes(machines);
}

}  // namespace allfold
