#include "cost/shared_links.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace allfold::cost {

namespace {

using Kind = SharedLinks::Kind;

constexpr SharedLinks::OfKinds<Kind> all_kinds{Kind::adapter, Kind::switch_far, Kind::switch_pair,
                                               Kind::group_far, Kind::group_pair};

std::size_t place_of(Kind kind) { return static_cast<std::size_t>(kind); }

/// Seconds a byte for each message that is on a link; infinite: not known.
double beta_of_share(Kind kind, const CostModel& model) {
  const auto share = [](double beta, double nodes) {
    return nodes < unknown ? beta / nodes : unknown;
  };
  switch (kind) {
    case Kind::adapter: return model.beta_adapter;
    case Kind::switch_far: return share(model.switches.beta_far, model.switches.nodes);
    case Kind::switch_pair: return share(model.switches.beta_pair, model.switches.nodes);
    case Kind::group_far: return share(model.groups.beta_far, model.groups.nodes);
    case Kind::group_pair: return share(model.groups.beta_pair, model.groups.nodes);
  }
  return unknown;
}

double weight_of(Kind kind, const SharedLinks::Weight& weight) {
  switch (kind) {
    case Kind::adapter: return weight.on_node;
    case Kind::switch_far:
    case Kind::switch_pair: return weight.at_switch;
    case Kind::group_far:
    case Kind::group_pair: return weight.in_group;
  }
  return 1;
}

/// Where groups are not known, all nodes are in one.
std::uint32_t nodes_of(const NodeGroups& groups) {
  return groups.are_known() ? static_cast<std::uint32_t>(groups.nodes)
                            : std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

SharedLinks::SharedLinks(const CostModel& model, std::vector<int> nodes)
    : nodes_per_switch_(nodes_of(model.switches)),
      nodes_per_group_(nodes_of(model.groups)),
      nodes_(std::move(nodes)) {
  for (const Kind kind : all_kinds)
    is_known_[place_of(kind)] = beta_of_share(kind, model) < unknown;
}

void SharedLinks::Use::add(const End& end, double ranks) {
  if (peer_ >= 0 && peer_ != end.peer) has_one_peer_ = false;
  peer_ = end.peer;
  if (latest_ == end.rank) return;
  latest_ = end.rank;
  ranks_ += ranks;
  ++ranks_seen_;
}

std::optional<std::uint64_t> SharedLinks::link_of(Kind kind, const End& end) const {
  if (!is_known_[place_of(kind)]) return std::nullopt;
  const std::uint32_t node = node_of(end.rank);
  const std::uint32_t peer = node_of(end.peer);
  enum class To : std::uint8_t { all, one };
  const auto link = [&](std::uint32_t nodes, To to) -> std::optional<std::uint64_t> {
    const std::uint64_t from = node / nodes;
    if (from == peer / nodes) return std::nullopt;
    return 2 * (to == To::one ? from << 31 | peer / nodes : from) + (end.way == Way::in ? 1 : 0);
  };
  switch (kind) {
    case Kind::adapter: return link(1, To::all);
    case Kind::switch_far: return link(nodes_per_switch_, To::all);
    case Kind::switch_pair:
      if (node / nodes_per_group_ != peer / nodes_per_group_) return std::nullopt;
      return link(nodes_per_switch_, To::one);
    case Kind::group_far: return link(nodes_per_group_, To::all);
    case Kind::group_pair: return link(nodes_per_group_, To::one);
  }
  return std::nullopt;
}

void SharedLinks::add(const End& end, const Weight& weight) {
  for (const Kind kind : all_kinds)
    if (const auto link = link_of(kind, end))
      links_[place_of(kind)][*link][end.round].add(end, weight_of(kind, weight));
}

SharedLinks::Sharers SharedLinks::sharers_of(const End& end) const {
  Sharers sharers{};
  for (const Kind kind : all_kinds)
    if (const auto link = link_of(kind, end))
      sharers[place_of(kind)] = links_[place_of(kind)].at(*link).at(end.round).at_once();
  return sharers;
}

// What is not known is infinite, and has no sharers.
double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model) {
  double beta = model.link.beta;
  for (const Kind kind : all_kinds)
    if (sharers[place_of(kind)] > 0)
      beta = std::max(beta, beta_of_share(kind, model) * sharers[place_of(kind)]);
  return beta;
}

SharedLinks shared_links_of(const std::vector<program::Program>& programs, const CostModel& model) {
  std::vector<int> nodes;
  nodes.reserve(programs.size());
  for (std::size_t rank = 0; rank < programs.size(); ++rank)
    nodes.push_back(static_cast<int>(rank) / model.ranks_per_node);
  SharedLinks links(model, std::move(nodes));
  for (std::size_t rank = 0; rank < programs.size(); ++rank)
    for (const program::Operation& operation : programs[rank].operations)
      if (operation.is_message())
        links.add({.way = operation.kind == program::Operation::Kind::send ? SharedLinks::Way::out
                                                                           : SharedLinks::Way::in,
                   .rank = static_cast<int>(rank),
                   .peer = operation.peer,
                   .round = operation.round},
                  {});
  return links;
}

}  // namespace allfold::cost
