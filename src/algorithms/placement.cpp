#include "algorithms/placement.hpp"

#include <algorithm>
#include <map>

namespace allfold::algorithms {

Nodes::Nodes(std::span<const std::uint64_t> identities) {
  auto map = std::make_shared<Map>();
  std::map<std::uint64_t, int> node_of_identity;
  for (int rank = 0; rank < static_cast<int>(identities.size()); ++rank) {
    const std::uint64_t identity = identities[static_cast<std::size_t>(rank)];
    const auto next = static_cast<int>(map->members.size());
    const int node =
        identity == 0 ? next : node_of_identity.try_emplace(identity, next).first->second;
    if (node == next) map->members.emplace_back();
    std::vector<int>& members = map->members[static_cast<std::size_t>(node)];
    map->places.push_back({.node = node, .number = static_cast<int>(members.size())});
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
  std::vector<std::uint64_t> identities;
  identities.reserve(static_cast<std::size_t>(std::max(ranks, 0)));
  for (int rank = 0; rank < ranks; ++rank)
    identities.push_back(static_cast<std::uint64_t>(rank / ranks_per_node) + 1);
  return Nodes(identities);
}

}  // namespace allfold::algorithms
