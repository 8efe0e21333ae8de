#include "algorithms/placement.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace allfold::algorithms {

Nodes::Nodes(std::span<const std::uint64_t> identities) {
  auto map = std::make_shared<Map>();
  std::vector<int> sizes;
  std::unordered_map<std::uint64_t, int> node_of_identity;
  map->places.reserve(identities.size());
  for (const std::uint64_t identity : identities) {
    const auto next = static_cast<int>(sizes.size());
    const int node =
        identity == 0 ? next : node_of_identity.try_emplace(identity, next).first->second;
    if (node == next) sizes.push_back(0);
    map->places.push_back({.node = node, .number = sizes[static_cast<std::size_t>(node)]++});
  }
  map->begins.assign(sizes.size() + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), map->begins.begin() + 1);
  map->members.resize(identities.size());
  for (std::size_t rank = 0; rank < identities.size(); ++rank) {
    const Place& place = map->places[rank];
    map->members[map->begins[static_cast<std::size_t>(place.node)] +
                 static_cast<std::size_t>(place.number)] = static_cast<int>(rank);
  }
  for (int node = 0; node < static_cast<int>(sizes.size()); ++node) {
    const std::span<const int> members = map->of(node);
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
