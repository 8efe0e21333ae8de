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

int rows_of_nodes(std::span<const std::uint64_t> machines) {
  const auto next = std::ranges::adjacent_find(machines, std::ranges::not_equal_to{});
  if (next == machines.end()) return 0;
  const auto ranks_per_node = static_cast<std::size_t>(next - machines.begin()) + 1;
  if (ranks_per_node == 1 || machines.size() % ranks_per_node != 0) return 0;
  std::vector<std::uint64_t> nodes;
  for (std::size_t rank = 0; rank < machines.size(); rank += ranks_per_node) {
    const auto node = machines.subspan(rank, ranks_per_node);
    if (std::ranges::count(node, node.front()) != std::ssize(node)) return 0;
    nodes.push_back(node.front());
  }
  std::ranges::sort(nodes);
  const bool is_in_succession = std::ranges::adjacent_find(nodes) == nodes.end();
  return is_in_succession && nodes.front() != 0 ? static_cast<int>(nodes.size()) : 0;
}

}  // namespace allfold::select
