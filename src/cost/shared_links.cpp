#include "cost/shared_links.hpp"

#include <algorithm>
#include <utility>

namespace allfold::cost {

namespace {

using Kind = SharedLinks::Kind;

std::size_t index_of(Kind kind) { return static_cast<std::size_t>(kind); }

}  // namespace

SharedLinks::SharedLinks(const CostModel& model, std::vector<int> nodes)
    : routes_(model), nodes_(std::move(nodes)) {
  for (std::size_t kind = 0; kind < Routes::kinds; ++kind)
    is_known_[kind] = seconds_a_byte(static_cast<Kind>(kind), model) < unknown;
  if (model.torus.is_known() && !nodes_.empty())
    nodes_of_torus_ = std::min(model.torus.nodes(), std::ranges::max(nodes_) + 1.0);
}

template <class Visit>
void SharedLinks::for_each_link(const End& end, Visit visit) const {
  const bool is_sender = end.direction == Direction::out;
  const std::uint32_t own = node_of(end.rank);
  const std::uint32_t other = node_of(end.peer);
  const std::uint32_t from = is_sender ? own : other;
  const std::uint32_t to = is_sender ? other : own;
  if (routes_.are_on_torus()) {
    if (is_sender)
      routes_.for_each_direction(from, to, [&](std::uint64_t direction, std::uint32_t links) {
        visit(Kind::torus, direction, Share{.load = links / nodes_of_torus_, .of = Of::group});
      });
    return;
  }
  routes_.for_each_link(from, to, [&](const Routes::Link& link) {
    if (!is_known_[index_of(link.kind)]) return;
    if (link.told_by == Routes::ToldBy::sender && !is_sender) return;
    if (link.told_by == Routes::ToldBy::receiver && is_sender) return;
    visit(link.kind, 2 * link.number + (is_sender ? 0 : 1),
          Share{.load = 1, .of = whose(link, own)});
  });
}

// All ranks of a group may use a link between two switches if neither is the rank's own.
SharedLinks::Of SharedLinks::whose(const Routes::Link& link, std::uint32_t own) const {
  switch (link.kind) {
    case Kind::adapter: return Of::node;
    case Kind::switch_far: return Of::at_switch;
    case Kind::switch_pair: return routes_.touches(link, own) ? Of::at_switch : Of::group;
    case Kind::group_far:
    case Kind::group_pair:
    case Kind::torus: break;
  }
  return Of::group;
}

void SharedLinks::add(const End& end, const Weight& weight) {
  for_each_link(end, [&](Kind kind, std::uint64_t link, const Share& share) {
    const double ranks = share.of == Of::node        ? weight.on_node
                         : share.of == Of::at_switch ? weight.at_switch
                                                     : weight.in_group;
    links_[index_of(kind)][link][end.round].add(end.rank, end.peer, share.load * ranks);
  });
}

SharedLinks::Sharers SharedLinks::sharers_of(const End& end) const {
  Sharers sharers{};
  for_each_link(end, [&](Kind kind, std::uint64_t link, const Share&) {
    double& most = sharers[index_of(kind)];
    most = std::max(most, links_[index_of(kind)].at(link).at(end.round).at_once());
  });
  return sharers;
}

// Kinds of links that are not known take infinite time, and have no sharers.
double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model) {
  double beta = model.link.beta;
  for (std::size_t kind = 0; kind < Routes::kinds; ++kind)
    if (sharers[kind] > 0)
      beta = std::max(beta, seconds_a_byte(static_cast<Kind>(kind), model) * sharers[kind]);
  return beta;
}

}  // namespace allfold::cost
