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
/// taken to be in the same round at the same time. Ranks that all send to one rank count as one,
/// since that takes one message after the other.
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

  /// How many messages share a link with one end of a message; 0: the end uses no such link.
  struct Sharers {
    double adapter = 0;  ///< of the node
    double uplink = 0;   ///< of the group to all others
    double pair = 0;     ///< of the group to that of the peer
  };

  /// Tells of a message. All of a rank come one after the other, by rounds.
  void add(const End& end, const Weight& weight);
  /// Of a message that was told of.
  [[nodiscard]] Sharers sharers_of(const End& end) const;

 private:
  /// What uses a link in a round.
  class Use {
   public:
    /// A rank, whose ends come one after the other and which stands for `ranks`.
    void add(const End& end, double ranks);
    /// The messages that can go at the same time.
    [[nodiscard]] double at_once() const { return ranks_seen_ > 1 && has_one_peer_ ? 1 : ranks_; }

   private:
    double ranks_ = 0;
    int ranks_seen_ = 0;
    int latest_ = -1;
    int peer_ = -1;
    bool has_one_peer_ = true;
  };
  /// Of one kind: the adapters, the links of groups to all others, or those to one other; by link
  /// and way, then by round. Some ranks of many may be told of.
  using Links = std::unordered_map<std::uint64_t, std::unordered_map<std::int32_t, Use>>;
  [[nodiscard]] std::uint32_t node_of(int rank) const {
    return static_cast<std::uint32_t>(nodes_[static_cast<std::size_t>(rank)]);
  }
  [[nodiscard]] std::uint32_t group_of(int rank) const { return node_of(rank) / nodes_per_group_; }
  /// The link from the group of the end's rank to that of its peer.
  [[nodiscard]] std::uint64_t pair_of(const End& end) const;
  static void count(Links& links, std::uint64_t link, const End& end, double ranks);
  static double at_once_on(const Links& links, std::uint64_t link, const End& end);

  std::uint32_t nodes_per_group_;
  bool has_adapters_, has_uplinks_, has_pairs_;
  std::vector<int> nodes_;
  Links adapters_;
  Links uplinks_;
  Links pairs_;
};

/// Seconds a byte of a message with such sharers at one of its ends, no less than the link's own.
[[nodiscard]] double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model);

/// Those of the messages of programs, on nodes as the model has them.
[[nodiscard]] SharedLinks shared_links_of(const std::vector<program::Program>& programs,
                                          const CostModel& model);

}  // namespace allfold::cost
