/// @file The cost model: what messages and reductions cost on a machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace allfold::cost {

/// How a kernel's rounds follow each other, where a rank sends and takes several messages in one.
enum class Rounds : std::uint8_t {
  overlapping,  ///< a message goes as soon as what it needs is there
  one_by_one    ///< after all of the round before have been taken: the whole latency passes in each
};

/// Whose time a latency is.
enum class Latency : std::uint8_t {
  of_network,    ///< a rank's processor is free while its messages are on their way
  of_processors  ///< of those of both ranks, as where operating systems pass messages on
};

/// What a message of x bytes costs: alpha + x*beta between ranks that send and receive at the same
/// time; f_alpha*alpha + x*f_beta*beta where the message goes one way only. A message that follows
/// another, and needs nothing of what that brings, need not wait until it has arrived: gap - hidden +
/// x*beta after it began, its ports are free. That is the gap of LogGP (Alexandrov and others, SPAA
/// 1995), in which the longer of gap and x*beta counts; in the papers of the algorithms it is alpha.
/// Ports share their rank's processor: while messages go
/// one way only, each takes it half as long.
struct LinkCost {
  double alpha = 0;                                      ///< seconds a message
  double beta = 0;                                       ///< seconds a byte
  double gap = std::numeric_limits<double>::infinity();  ///< the same; above alpha: as alpha
  double f_alpha = 1;                                    ///< the papers' alpha_u / alpha
  double f_beta = 1;                                     ///< beta_u / beta
  /// Seconds of each gap that go on while messages are on the link, as in LogGP. Not where messages
  /// go one way only: those that a rank takes share its link, and come together, at the end.
  double hidden = 0;
  Latency latency = Latency::of_network;

  /// The part of alpha in which a message takes no port.
  [[nodiscard]] constexpr double in_flight() const { return alpha - std::min(gap, alpha) + hidden; }
  /// The same of a message whose ranks do not send and receive at the same time.
  [[nodiscard]] constexpr double in_flight_one_way() const {
    return gap < alpha ? alpha - gap / 2 : 0;
  }

  /// The same for messages of `bytes` bytes and more.
  [[nodiscard]] constexpr LinkCost for_messages_from(double bytes) const {
    LinkCost link = *this;
    if (gap < alpha) link.hidden = std::min(bytes * beta, gap);
    return link;
  }
  /// The same for one of Rounds::one_by_one in which `following` messages follow another one, and
  /// ranks send and receive. A gap is the processor's time to send a message and to take one. A
  /// rank sends all while the first is on its way, and takes all after: half of each gap passes in
  /// the latency, as far as that lasts, if processors are free meanwhile.
  [[nodiscard]] constexpr LinkCost in_round_with(double following) const {
    LinkCost link = *this;
    if (latency != Latency::of_network || gap >= alpha || following <= 0) return link;
    link.gap -= std::min(gap / 2, (alpha - gap) / following);
    link.hidden = std::min(hidden, link.gap);
    return link;
  }

  friend bool operator==(const LinkCost&, const LinkCost&) = default;
};

/// Of a parameter that is not known.
inline constexpr double unknown = std::numeric_limits<double>::infinity();

/// Successive nodes that share links to others: one to all of these, or one to each such group.
struct NodeGroups {
  double nodes = unknown;      ///< of a group; a whole number
  double beta_far = unknown;   ///< seconds a byte of each of its nodes, while all send to others
  double beta_pair = unknown;  ///< the same, while all send to one other group

  [[nodiscard]] bool are_known() const {
    return nodes < unknown && (beta_far < unknown || beta_pair < unknown);
  }

  friend bool operator==(const NodeGroups&, const NodeGroups&) = default;
};

/// A torus of one to three dimensions. Its nodes are numbered along x first, then y, then z. Messages
/// go along x, then y, then z, the shorter way round, on links that take the model's beta.
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
/// and reduces x bytes in x*gamma seconds. Where that is known, ranks share links: those of a node
/// its adapter, and those at a switch, or in a group of switches, the links to others.
struct CostModel {
  LinkCost link = {};
  double gamma = 0;          ///< seconds a byte reduced
  int ranks_per_node = 1;    ///< ranks 0 ... ranks_per_node-1 share a node, and so on
  LinkCost inside = {};      ///< between ranks of one node
  NodeGroups switches = {};  ///< of groups, if these are known, too: a whole number of them
  NodeGroups groups = {};
  /// Nodes of a chassis, a whole number of switches. These have links to each other, and each to the
  /// one at the same place in each other chassis of its group; that of place k, to group k.
  double chassis = unknown;
  Torus torus = {};  ///< instead of switches and groups
  /// Seconds of each link of a message's way beyond those of which link.alpha is; not known: none.
  double alpha_hop = unknown;
  double alpha_links = unknown;   ///< how many these are; not known: the fewest between two nodes
  double beta_adapter = unknown;  ///< seconds a byte, of all ranks of a node together
  Rounds rounds = Rounds::overlapping;  ///< of the kernel that meets it

  [[nodiscard]] const LinkCost& between(int a, int b) const {
    return a / ranks_per_node == b / ranks_per_node ? inside : link;
  }
  /// A link in a round in which ranks send and receive, and so many messages follow another one.
  [[nodiscard]] constexpr LinkCost in_round_with(double following, const LinkCost& own) const {
    return rounds == Rounds::one_by_one ? own.in_round_with(following) : own;
  }
  /// Whether a message may take longer as others share its links.
  [[nodiscard]] bool has_shared_links() const {
    return switches.are_known() || groups.are_known() || torus.is_known() || beta_adapter < unknown;
  }

  /// Whether messages take as long as the way between their nodes is, which no formula knows.
  [[nodiscard]] bool knows_ways() const {
    return torus.is_known() || chassis < unknown || alpha_hop < unknown;
  }

  friend bool operator==(const CostModel&, const CostModel&) = default;
};

}  // namespace allfold::cost
