/// @file Placement: which ranks are on which node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace allfold::algorithms {

/// The nodes of a communicator's ranks, in the order of their lowest ranks. A value that is
/// cheap to copy.
class Nodes {
 public:
  /// The nodes are not known.
  Nodes() = default;
  /// The identity of each rank's node: numbers that are equal exactly for ranks of the same node.
  /// 0: not known; such a rank counts as a node of its own.
  explicit Nodes(std::span<const std::uint64_t> identities);
  /// Ranks 0 ... ranks_per_node - 1 are on the first node, and so on; the last node may hold fewer.
  static Nodes in_succession(int ranks, int ranks_per_node);

  [[nodiscard]] bool are_known() const { return map_ != nullptr; }
  [[nodiscard]] int count() const {
    return are_known() ? static_cast<int>(map_->begins.size()) - 1 : 0;
  }
  /// The fewest and the most ranks on one node; 0 if the nodes are not known.
  [[nodiscard]] int fewest() const { return are_known() ? map_->fewest : 0; }
  [[nodiscard]] int most() const { return are_known() ? map_->most : 0; }
  /// Whether each node holds successive ranks; false if the nodes are not known.
  [[nodiscard]] bool hold_successive_ranks() const { return are_known() && map_->in_order; }

  [[nodiscard]] int node_of(int rank) const { return place(rank).node; }
  /// The rank's number among those of its node.
  [[nodiscard]] int local_rank_of(int rank) const { return place(rank).number; }
  /// The ranks of a node, in ascending order.
  [[nodiscard]] std::span<const int> members(int node) const { return map_->of(node); }

  friend bool operator==(const Nodes& a, const Nodes& b) {
    return a.map_ == b.map_ ||
           (a.are_known() && b.are_known() && a.map_->begins == b.map_->begins &&
            a.map_->members == b.map_->members);
  }

 private:
  struct Place {
    int node;
    int number;
  };
  struct Map {
    std::vector<int> members;         // of the first node, then of the next ones
    std::vector<std::size_t> begins;  // of each node among them, and the end
    std::vector<Place> places;        // by rank
    int fewest = 0;
    int most = 0;
    bool in_order = true;

    [[nodiscard]] std::span<const int> of(int node) const {
      const auto at = begins.begin() + node;
      return std::span(members).subspan(at[0], at[1] - at[0]);
    }
  };
  [[nodiscard]] const Place& place(int rank) const {
    return map_->places[static_cast<std::size_t>(rank)];
  }

  std::shared_ptr<const Map> map_;
};

}  // namespace allfold::algorithms
