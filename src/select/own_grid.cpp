#include "select/own_grid.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

namespace allfold::select {

int rows_of_dimensions(std::span<const int> dimensions) {
  std::vector<int> extents;
  std::ranges::copy_if(dimensions, std::back_inserter(extents),
                       [](int extent) { return extent > 1; });
  if (extents.size() < 2) return 0;
  return std::accumulate(extents.begin(), extents.end() - 1, 1, std::multiplies{});
}

int rows_of_nodes(std::span<const std::uint64_t> identities) {
  const auto next = std::ranges::adjacent_find(identities, std::ranges::not_equal_to{});
  if (next == identities.end()) return 0;
  const auto ranks_per_node = static_cast<std::size_t>(next - identities.begin()) + 1;
  if (ranks_per_node == 1 || identities.size() % ranks_per_node != 0) return 0;
  std::vector<std::uint64_t> nodes;
  for (std::size_t rank = 0; rank < identities.size(); rank += ranks_per_node) {
    const auto node = identities.subspan(rank, ranks_per_node);
    if (std::ranges::count(node, node.front()) != std::ssize(node)) return 0;
    nodes.push_back(node.front());
  }
  std::ranges::sort(nodes);
  const bool is_in_succession = std::ranges::adjacent_find(nodes) == nodes.end();
  return is_in_succession && nodes.front() != 0 ? static_cast<int>(nodes.size()) : 0;
}

}  // namespace allfold::select
