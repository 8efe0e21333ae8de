/// @file The cost model: what messages and reductions cost on a machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace allfold::cost {

/// How the rounds of a kernel follow each other if ranks send and receive several messages in one.
enum class Rounds : std::uint8_t {
  overlapping,  ///< a message starts as soon as its data is ready
  one_by_one    ///< a message starts after all receives of the round before, and their latency
};

/// What is busy during a latency.
enum class Latency : std::uint8_t {
  of_network,    ///< the network: processors are free while messages are in flight
  of_processors  ///< the processors of both ranks, as where operating systems forward messages
};

/// The cost of a message of x bytes: alpha + x*beta between ranks that send and receive at the same
/// time; f_alpha*alpha + x*f_beta*beta if the message goes one way only.
///
/// The ports of a message are free `gap - hidden + x*beta` after it started. The next message can
/// then start, if it needs nothing of what this one brings. This is the gap of LogGP (Alexandrov
/// and others, SPAA 1995), in which the longer of gap and x*beta counts; in the papers of the
/// algorithms the gap is alpha. Both ports of a rank share its processor: if messages go one way
/// only, the gap is half as long.
struct LinkCost {
  double alpha = 0;                                      ///< seconds per message
  double beta = 0;                                       ///< seconds per byte
  double gap = std::numeric_limits<double>::infinity();  ///< seconds; above alpha: alpha
  double f_alpha = 1;                                    ///< the papers' alpha_u / alpha
  double f_beta = 1;                                     ///< beta_u / beta
  /// The seconds of each gap that overlap with the transfer, as in LogGP. Not for messages that go
  /// one way only: those that a rank receives share its link and arrive together, at the end.
  double hidden = 0;
  Latency latency = Latency::of_network;

  /// The part of alpha in which a message occupies no port.
  [[nodiscard]] constexpr double in_flight() const { return alpha - std::min(gap, alpha) + hidden; }
  /// The same for a message that goes one way only.
  [[nodiscard]] constexpr double in_flight_one_way() const {
    return gap < alpha ? alpha - gap / 2 : 0;
  }

  /// Seconds from one message of a node's adapter to the next, of several ranks. Vendors state 100 to
  /// 215 million messages a second for adapters of which each processor sends 3 to 10 million.
  [[nodiscard]] constexpr double gap_of_adapter() const {
    constexpr double messages_in_gap = 20;
    return std::min(gap, alpha) / messages_in_gap;
  }

  /// The cost of messages of at least `bytes` bytes, the transfer of which hides gaps.
  [[nodiscard]] constexpr LinkCost for_messages_from(double bytes) const {
    LinkCost link = *this;
    if (gap < alpha) link.hidden = std::min(bytes * beta, gap);
    return link;
  }
  /// The cost in a round of Rounds::one_by_one in which ranks send and receive, and `following`
  /// messages follow another one. A gap is the processor's time to send one message and to receive
  /// one. A rank sends all messages while the first is in flight, and receives all of them
  /// afterwards. If processors are free in the latency, half of each gap overlaps with it, as long
  /// as it lasts.
  [[nodiscard]] constexpr LinkCost in_round_with(double following) const {
    LinkCost link = *this;
    if (latency != Latency::of_network || gap >= alpha || following <= 0) return link;
    link.gap -= std::min(gap / 2, (alpha - gap) / following);
    link.hidden = std::min(hidden, link.gap);
    return link;
  }

  friend bool operator==(const LinkCost&, const LinkCost&) = default;
};

/// The value of a parameter that is not known.
inline constexpr double unknown = std::numeric_limits<double>::infinity();

/// Groups of successive nodes. The nodes of a group share one link to all other groups (beta_far),
/// one link to each other group (beta_pair), or both.
struct NodeGroups {
  double nodes = unknown;      ///< nodes of a group; a whole number
  double beta_far = unknown;   ///< seconds per byte of each node, while all send to other groups
  double beta_pair = unknown;  ///< the same, while all send to one other group

  [[nodiscard]] bool are_known() const {
    return nodes < unknown && (beta_far < unknown || beta_pair < unknown);
  }

  friend bool operator==(const NodeGroups&, const NodeGroups&) = default;
};

/// A torus of one to three dimensions. Its nodes are numbered along x first, then y, then z.
/// Messages go along x, then y, then z, each in the shorter direction, on links that have the
/// model's beta.
struct Torus {
  double x = unknown;  ///< nodes; a whole number
  double y = unknown;  ///< not known: 1
  double z = unknown;

  [[nodiscard]] bool is_known() const { return x < unknown; }
  [[nodiscard]] double nodes() const {
    double nodes = 1;
    for (const double size : {x, y, z})
      if (size < unknown) nodes *= size;
    return nodes;
  }

  friend bool operator==(const Torus&, const Torus&) = default;
};

/// A machine in which each rank sends one message and receives one at a time, both at full speed,
/// and reduces x bytes in x*gamma seconds. If these are known, ranks share links: the ranks of a
/// node share its adapter, those of a switch, or of a group of switches, the links to others.
struct CostModel {
  LinkCost link = {};
  double gamma = 0;          ///< seconds per byte reduced
  int ranks_per_node = 1;    ///< ranks 0 ... ranks_per_node-1 share a node, and so on
  LinkCost inside = {};      ///< between ranks of one node
  NodeGroups switches = {};  ///< if groups are known, too, a group has a whole number of switches
  NodeGroups groups = {};
  /// Nodes of a chassis, which has a whole number of switches. Each switch has a link to every
  /// other switch of its chassis, and to the switch at the same place in every other chassis of its
  /// group. Switch k of a group has the link to group k (modulo the number of switches).
  double chassis = unknown;
  Torus torus = {};  ///< instead of switches and groups
  /// Seconds per link of a message's route beyond those that link.alpha includes; not known: 0.
  double alpha_hop = unknown;
  double alpha_links = unknown;   ///< links in link.alpha; not known: the fewest between two nodes
  double beta_adapter = unknown;  ///< seconds per byte, for all ranks of a node together
  Rounds rounds = Rounds::overlapping;  ///< those of the kernel whose time is computed

  [[nodiscard]] const LinkCost& between(int a, int b) const {
    return a / ranks_per_node == b / ranks_per_node ? inside : link;
  }
  /// `own` in a round in which ranks send and receive, and `following` messages follow another one.
  [[nodiscard]] constexpr LinkCost in_round_with(double following, const LinkCost& own) const {
    return rounds == Rounds::one_by_one ? own.in_round_with(following) : own;
  }
  /// Whether a message may take longer because others share its links.
  [[nodiscard]] bool has_shared_links() const {
    return switches.are_known() || groups.are_known() || torus.is_known() || beta_adapter < unknown;
  }

  /// Whether the time of a message depends on its route, which no formula knows.
  [[nodiscard]] bool knows_routes() const {
    return torus.is_known() || chassis < unknown || alpha_hop < unknown;
  }

  friend bool operator==(const CostModel&, const CostModel&) = default;
};

}  // namespace allfold::cost
