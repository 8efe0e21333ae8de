/// @file Shared links: how many ranks use a link at the same time, and what a byte takes then.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cost/link_users.hpp"
#include "cost/model.hpp"
#include "cost/routes.hpp"

namespace allfold::cost {

/// Who uses the links that ranks share, in which round. Ranks are taken to be in the same round at
/// the same time. Ranks that all send to one rank count as one, since that takes one message after
/// the other.
class SharedLinks {
 public:
  using Kind = Routes::Kind;
  /// Something for each kind.
  template <class Value>
  using OfKinds = std::array<Value, Routes::kinds>;

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
    double on_node = 1;    ///< ranks of its node
    double at_switch = 1;  ///< ranks at its switch
    double in_group = 1;   ///< ranks of its group
  };

  /// `nodes` has the node of each rank.
  SharedLinks(const CostModel& model, std::vector<int> nodes);

  /// How many messages share a link with one end of a message; 0: the end uses no such link.
  using Sharers = OfKinds<double>;

  /// Tells of a message. All of a rank come one after the other, by rounds.
  void add(const End& end, const Weight& weight);
  /// Of a message that was told of.
  [[nodiscard]] Sharers sharers_of(const End& end) const;

 private:
  /// Of one kind: by link and way, then by round. Some ranks of many may be told of.
  using Links = std::unordered_map<std::uint64_t, std::unordered_map<std::int32_t, LinkUsers>>;
  [[nodiscard]] std::uint32_t node_of(int rank) const {
    return static_cast<std::uint32_t>(nodes_[static_cast<std::size_t>(rank)]);
  }
  /// Whose ranks use a link.
  enum class Of : std::uint8_t { node, at_switch, group };
  /// What a message takes of a link.
  struct Share {
    double load;
    Of of;
  };
  [[nodiscard]] Of whose(const Routes::Link& link, std::uint32_t own) const;
  /// Calls visit(kind, link, share) for each that the end tells of, of the kinds that are known. Links
  /// of a torus that lead in one direction are one, of which a message loads a part: ranks do much the
  /// same everywhere.
  template <class Visit>
  void for_each_link(const End& end, Visit visit) const;

  OfKinds<bool> is_known_{};
  Routes routes_;
  double nodes_of_torus_ = 1;
  std::vector<int> nodes_;
  OfKinds<Links> links_;
};

/// Seconds a byte of a message with such sharers at one of its ends, no less than the link's own.
[[nodiscard]] double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model);

}  // namespace allfold::cost
