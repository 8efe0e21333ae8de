/// @file Placement: which ranks are on which node.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace allfold::algorithms {

/// The nodes of a communicator's ranks, in the order of their lowest ranks. A value that is
/// cheap to copy.
class Nodes {
 public:
  /// Not known: none.
  Nodes() = default;
  /// The identity of each rank's node: any numbers that are equal on one node and on no other.
  /// 0: not known, taken for a node of its own.
  explicit Nodes(std::span<const std::uint64_t> identities);
  /// Ranks 0 ... ranks_per_node - 1 on the first, and so on; the last may hold fewer.
  static Nodes in_succession(int ranks, int ranks_per_node);

  [[nodiscard]] bool are_known() const { return map_ != nullptr; }
  [[nodiscard]] int count() const {
    return are_known() ? static_cast<int>(map_->members.size()) : 0;
  }
  /// Ranks on one node.
  [[nodiscard]] int fewest() const { return are_known() ? map_->fewest : 0; }
  [[nodiscard]] int most() const { return are_known() ? map_->most : 0; }
  /// Whether each holds successive ranks.
  [[nodiscard]] bool hold_successive_ranks() const { return are_known() && map_->in_order; }

  [[nodiscard]] int node_of(int rank) const { return place(rank).node; }
  /// The rank's number among those of its node.
  [[nodiscard]] int place_of(int rank) const { return place(rank).number; }
  /// The ranks of a node, in ascending order.
  [[nodiscard]] const std::vector<int>& members(int node) const {
    return map_->members[static_cast<std::size_t>(node)];
  }

  friend bool operator==(const Nodes& a, const Nodes& b) {
    return a.map_ == b.map_ ||
           (a.are_known() && b.are_known() && a.map_->members == b.map_->members);
  }

 private:
  struct Place {
    int node;
    int number;
  };
  struct Map {
    std::vector<std::vector<int>> members;  // by node
    std::vector<Place> places;              // by rank
    int fewest = 0;
    int most = 0;
    bool in_order = true;
  };
  [[nodiscard]] const Place& place(int rank) const {
    return map_->places[static_cast<std::size_t>(rank)];
  }

  std::shared_ptr<const Map> map_;
};

}  // namespace allfold::algorithms
