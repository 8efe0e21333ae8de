/// @file Shared links: how many ranks use a link at the same time, and what a byte takes then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cost/model.hpp"
#include "program/program.hpp"

namespace allfold::cost {

/// Who uses the adapters of nodes, and the links between groups of nodes, in which round. Ranks are
/// taken to be in the same round at the same time.
class SharedLinks {
 public:
  enum class Way : std::uint8_t { out, in };
  /// One end of a message.
  struct End {
    Way way;
    int rank;
    int peer;
    std::int32_t round;  ///< of the rank
  };

  /// How many a rank stands for.
  struct Weight {
    double in_group = 1;  ///< ranks of its group
    double on_node = 1;   ///< ranks of its node
  };

  /// `nodes` has the node of each rank.
  SharedLinks(const CostModel& model, std::vector<int> nodes);

  /// Tells of a message. All of a rank come one after the other, by rounds.
  void add(const End& end, const Weight& weight);
  /// Seconds a byte at this end, no less than the link's own. Of the model only times may differ from
  /// that which this was made for.
  [[nodiscard]] double beta(const End& end, const CostModel& model) const;

 private:
  /// The ranks that use a link in a round.
  struct Use {
    double ranks = 0;
    int latest = -1;
  };
  /// Of one kind: the adapters, or the links between groups; by link and way, then by round. Some
  /// ranks of many may be told of.
  using Links = std::unordered_map<std::size_t, std::vector<Use>>;
  [[nodiscard]] int node_of(int rank) const { return nodes_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int group_of(int rank) const { return node_of(rank) / nodes_per_group_; }
  static void count(Links& links, int link, const End& end, double ranks);
  static double ranks_on(const Links& links, int link, const End& end);

  int nodes_per_group_;
  std::vector<int> nodes_;
  Links adapters_;
  Links uplinks_;
};

/// Those of the messages of programs, on nodes as the model has them.
[[nodiscard]] SharedLinks shared_links_of(const std::vector<program::Program>& programs,
                                          const CostModel& model);

}  // namespace allfold::cost
