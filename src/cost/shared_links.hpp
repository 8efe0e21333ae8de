/// @file Shared links: how many ranks use a link at the same time, and the time of a byte then.
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

/// Which ranks use shared links in which round, as far as a sample of them tells. All ranks are
/// assumed to be in the same round at the same time. Where the messages of all ranks are known,
/// LinkTimes simulates them.
class SharedLinks {
 public:
  using Kind = Routes::Kind;
  /// A value for each kind of link.
  template <class Value>
  using OfKinds = std::array<Value, Routes::kinds>;

  enum class Direction : std::uint8_t { out, in };
  /// One end of a message.
  struct End {
    Direction direction;
    int rank;
    int peer;
    std::int32_t round;  ///< of the rank's schedule
  };

  /// How many ranks a sampled rank stands for.
  struct Weight {
    double on_node = 1;    ///< ranks of its node
    double at_switch = 1;  ///< ranks at its switch
    double in_group = 1;   ///< ranks of its group
  };

  /// `nodes` is the node of each rank.
  SharedLinks(const CostModel& model, std::vector<int> nodes);

  /// The number of messages that share a link of each kind with one end of a message; 0: the end
  /// uses no such link.
  using Sharers = OfKinds<double>;

  /// Adds an end of a message. All ends of a rank must be added in succession, in the order of
  /// rounds.
  void add(const End& end, const Weight& weight);
  /// The sharers of an end that was added.
  [[nodiscard]] Sharers sharers_of(const End& end) const;

 private:
  /// The links of one kind: by link and direction, then by round.
  using Links = std::unordered_map<std::uint64_t, std::unordered_map<std::int32_t, LinkUsers>>;
  [[nodiscard]] std::uint32_t node_of(int rank) const {
    return static_cast<std::uint32_t>(nodes_[static_cast<std::size_t>(rank)]);
  }
  /// Which ranks use a link: those of a node, at a switch, or of a group.
  enum class Of : std::uint8_t { node, at_switch, group };
  /// The load of a message on a link.
  struct Share {
    double load;
    Of of;
  };
  [[nodiscard]] Of whose(const Routes::Link& link, std::uint32_t own) const;
  /// Calls visit(kind, link, share) for each link that the end uses, of the kinds that are known.
  /// All links of a torus in one direction count as one, on which a message is a part of the load,
  /// because ranks do much the same everywhere.
  template <class Visit>
  void for_each_link(const End& end, Visit visit) const;

  OfKinds<bool> is_known_{};
  Routes routes_;
  double nodes_of_torus_ = 1;
  std::vector<int> nodes_;
  OfKinds<Links> links_;
};

/// The seconds of a byte of a message with such sharers at one of its ends, at least link.beta.
[[nodiscard]] double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model);

}  // namespace allfold::cost
