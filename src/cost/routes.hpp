/// @file Routes: the links of the network that a message takes from one node to another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "cost/model.hpp"

namespace allfold::cost {

/// The routes of messages through the switches and groups, or the torus, of a model.
class Routes {
 public:
  /// What a link connects.
  enum class Kind : std::uint8_t {
    adapter,      ///< a node and its switch
    switch_far,   ///< a switch and all others
    switch_pair,  ///< two switches of a group
    group_far,    ///< a group and all others
    group_pair,   ///< two groups
    torus,        ///< two neighbours in a torus
  };
  static constexpr std::size_t kinds = 6;

  /// Which ends of a message count as users of a link: the nearer one or, in the middle, both.
  enum class ToldBy : std::uint8_t { sender, receiver, both };
  struct Link {
    Kind kind;
    ToldBy told_by;
    std::uint64_t number;  ///< among those of its kind; each direction has its own
  };

  /// The number of a torus link modulo this is the direction of the link.
  static constexpr std::uint64_t torus_directions = 6;

  explicit Routes(const CostModel& model);

  /// Calls visit(link) for each link of the route from one node to another, in order.
  template <class Visit>
  void for_each_link(std::uint32_t from, std::uint32_t to, Visit visit) const {
    if (from == to) return;
    if (torus_.is_known()) return visit_torus(from, to, visit);
    visit(Link{Kind::adapter, ToldBy::sender, out_of(from)});
    visit_switches_and_groups(from, to, visit);
    visit(Link{Kind::adapter, ToldBy::receiver, into(to)});
  }
  [[nodiscard]] bool are_on_torus() const { return torus_.is_known(); }
  /// The fewest links between two nodes: between neighbours, or nodes at one switch.
  [[nodiscard]] int fewest_links() const { return torus_.is_known() ? 1 : 2; }
  /// The number of links of the route from one node to another.
  [[nodiscard]] int links_between(std::uint32_t from, std::uint32_t to) const {
    int links = 0;
    if (torus_.is_known())
      for_each_direction(
          from, to, [&](std::uint64_t, std::uint32_t more) { links += static_cast<int>(more); });
    else
      for_each_link(from, to, [&](const Link&) { ++links; });
    return links;
  }
  /// On a torus: calls visit(direction, links) for each direction of the route.
  template <class Visit>
  void for_each_direction(std::uint32_t from, std::uint32_t to, Visit visit) const {
    std::uint64_t stride = 1;
    for (std::uint64_t d = 0; d < torus_dimensions; stride *= sizes_[d], ++d)
      if (const Leg part = leg(sizes_[d], stride, from, to); part.links > 0)
        visit(2 * d + (part.is_up ? 1 : 0), part.links);
  }
  [[nodiscard]] std::uint32_t switch_of(std::uint32_t node) const {
    return node / nodes_per_switch_;
  }
  /// Whether one end of a link between switches is the switch of the node.
  [[nodiscard]] bool touches(const Link& link, std::uint32_t node) const {
    return link.number >> 32U == switch_of(node) ||
           static_cast<std::uint32_t>(link.number) == switch_of(node);
  }

 private:
  static constexpr std::size_t torus_dimensions = 3;

  static std::uint64_t out_of(std::uint32_t place) { return 2 * std::uint64_t{place}; }
  static std::uint64_t into(std::uint32_t place) { return 2 * std::uint64_t{place} + 1; }
  static std::uint64_t pair_of(std::uint32_t from, std::uint32_t to) {
    return std::uint64_t{from} << 32U | to;
  }
  /// A route in one dimension of the torus: the number of links, and whether they lead to higher
  /// numbers.
  struct Leg {
    std::uint32_t links;
    bool is_up;
  };
  static Leg leg(std::uint32_t size, std::uint64_t stride, std::uint32_t from, std::uint32_t to) {
    const auto up =
        static_cast<std::uint32_t>((to / stride % size + size - from / stride % size) % size);
    return up <= size / 2 ? Leg{.links = up, .is_up = true}
                          : Leg{.links = size - up, .is_up = false};
  }

  template <class Visit>
  void visit_torus(std::uint32_t from, std::uint32_t to, Visit& visit) const {
    std::uint64_t node = from;
    std::uint64_t stride = 1;  // to the next node of the dimension
    for (std::uint64_t d = 0; d < torus_dimensions; stride *= sizes_[d], ++d) {
      const std::uint32_t size = sizes_[d];
      const Leg part = leg(size, stride, from, to);
      for (std::uint32_t link = 0; link < part.links; ++link) {
        const std::uint64_t place = node / stride % size;
        const std::uint64_t next = (place + (part.is_up ? 1 : size - 1)) % size;
        visit(Link{Kind::torus, ToldBy::sender,
                   node * torus_directions + 2 * d + (part.is_up ? 1 : 0)});
        node = node - place * stride + next * stride;
      }
    }
  }

  template <class Visit>
  void visit_switches_and_groups(std::uint32_t from, std::uint32_t to, Visit& visit) const {
    const std::uint32_t from_switch = switch_of(from);
    const std::uint32_t to_switch = switch_of(to);
    if (from_switch == to_switch) return;
    if (switches_have_far_) visit(Link{Kind::switch_far, ToldBy::sender, out_of(from_switch)});
    const std::uint32_t from_group = from / nodes_per_group_;
    const std::uint32_t to_group = to / nodes_per_group_;
    if (from_group == to_group) {
      if (switches_have_pair_) visit_group(from_switch, to_switch, ToldBy::both, visit);
    } else {
      if (has_gateways_)
        visit_group(from_switch, gateway({.of = from_group, .to = to_group}), ToldBy::sender,
                    visit);
      if (groups_have_far_) visit(Link{Kind::group_far, ToldBy::sender, out_of(from_group)});
      if (groups_have_pair_)
        visit(Link{Kind::group_pair, ToldBy::both, pair_of(from_group, to_group)});
      if (groups_have_far_) visit(Link{Kind::group_far, ToldBy::receiver, into(to_group)});
      if (has_gateways_)
        visit_group(gateway({.of = to_group, .to = from_group}), to_switch, ToldBy::receiver,
                    visit);
    }
    if (switches_have_far_) visit(Link{Kind::switch_far, ToldBy::receiver, into(to_switch)});
  }
  /// The links between two switches of a group: first to the other switch's place in the own
  /// chassis, then to the other chassis.
  template <class Visit>
  void visit_group(std::uint32_t from, std::uint32_t to, ToldBy told_by, Visit& visit) const {
    const std::uint32_t turn = from - from % switches_per_chassis_ + to % switches_per_chassis_;
    const bool is_split = told_by == ToldBy::both && turn != from && turn != to;
    if (turn != from)
      visit(Link{Kind::switch_pair, is_split ? ToldBy::sender : told_by, pair_of(from, turn)});
    if (turn != to)
      visit(Link{Kind::switch_pair, is_split ? ToldBy::receiver : told_by, pair_of(turn, to)});
  }
  struct Gateway {
    std::uint32_t of;
    std::uint32_t to;
  };
  /// The switch of a group that has the link to another group.
  [[nodiscard]] std::uint32_t gateway(const Gateway& groups) const {
    const std::uint32_t switches = nodes_per_group_ / nodes_per_switch_;
    return groups.of * switches + groups.to % switches;
  }

  Torus torus_;
  std::array<std::uint32_t, torus_dimensions> sizes_;
  std::uint32_t nodes_per_switch_, nodes_per_group_, switches_per_chassis_;
  bool switches_have_far_, switches_have_pair_, groups_have_far_, groups_have_pair_;
  bool has_gateways_;
};

/// The mean number of links between two of `nodes` nodes (above 64 nodes: between 64 of them).
[[nodiscard]] double links_of_mean_route(const Routes& routes, std::uint32_t nodes);

/// The model as formulas use it on `nodes` nodes: alpha is that of the mean route between them. A
/// torus with fewer nodes is dropped, because these nodes cannot be in it.
[[nodiscard]] CostModel on_nodes(CostModel model, std::uint32_t nodes);

/// A model whose formulas are lower bounds on the time of messages that are simulated on their
/// links: alpha is that of the fewest links, the gap is 0, and a node of a torus uses all of its
/// links.
[[nodiscard]] CostModel without_waiting(CostModel model);

/// The seconds of a byte of a single message on a link of that kind; infinite: not known.
[[nodiscard]] double seconds_a_byte(Routes::Kind kind, const CostModel& model);

}  // namespace allfold::cost
