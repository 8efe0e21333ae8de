#include "cost/shared_links.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace allfold::cost {

namespace {

/// The place of a link for one way.
std::uint64_t place_of(std::uint64_t link, SharedLinks::Way way) {
  return 2 * link + (way == SharedLinks::Way::in ? 1 : 0);
}

}  // namespace

SharedLinks::SharedLinks(const CostModel& model, std::vector<int> nodes)
    : nodes_per_group_(model.has_groups() ? static_cast<std::uint32_t>(model.nodes_per_group)
                                          : std::numeric_limits<std::uint32_t>::max()),
      has_adapters_(model.beta_adapter < CostModel::unknown),
      has_uplinks_(model.has_groups() && model.beta_far < CostModel::unknown),
      has_pairs_(model.has_groups() && model.beta_pair < CostModel::unknown),
      nodes_(std::move(nodes)) {}

void SharedLinks::Use::add(const End& end, double ranks) {
  if (peer_ >= 0 && peer_ != end.peer) has_one_peer_ = false;
  peer_ = end.peer;
  if (latest_ == end.rank) return;
  latest_ = end.rank;
  ranks_ += ranks;
  ++ranks_seen_;
}

std::uint64_t SharedLinks::pair_of(const End& end) const {
  return std::uint64_t{group_of(end.rank)} << 31 | group_of(end.peer);
}

void SharedLinks::count(Links& links, std::uint64_t link, const End& end, double ranks) {
  links[place_of(link, end.way)][end.round].add(end, ranks);
}

double SharedLinks::at_once_on(const Links& links, std::uint64_t link, const End& end) {
  return links.at(place_of(link, end.way)).at(end.round).at_once();
}

void SharedLinks::add(const End& end, const Weight& weight) {
  if (node_of(end.rank) == node_of(end.peer)) return;
  if (has_adapters_) count(adapters_, node_of(end.rank), end, weight.on_node);
  if (group_of(end.rank) == group_of(end.peer)) return;
  if (has_uplinks_) count(uplinks_, group_of(end.rank), end, weight.in_group);
  if (has_pairs_) count(pairs_, pair_of(end), end, weight.in_group);
}

SharedLinks::Sharers SharedLinks::sharers_of(const End& end) const {
  Sharers sharers;
  if (node_of(end.rank) == node_of(end.peer)) return sharers;
  if (has_adapters_) sharers.adapter = at_once_on(adapters_, node_of(end.rank), end);
  if (group_of(end.rank) == group_of(end.peer)) return sharers;
  if (has_uplinks_) sharers.uplink = at_once_on(uplinks_, group_of(end.rank), end);
  if (has_pairs_) sharers.pair = at_once_on(pairs_, pair_of(end), end);
  return sharers;
}

// What is not known is infinite, and has no sharers.
double beta_of(const SharedLinks::Sharers& sharers, const CostModel& model) {
  double beta = model.link.beta;
  if (sharers.adapter > 0) beta = std::max(beta, model.beta_adapter * sharers.adapter);
  if (sharers.uplink > 0)
    beta = std::max(beta, model.beta_far / model.nodes_per_group * sharers.uplink);
  if (sharers.pair > 0)
    beta = std::max(beta, model.beta_pair / model.nodes_per_group * sharers.pair);
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
