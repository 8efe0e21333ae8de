#include "cost/shared_links.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace allfold::cost {

namespace {

/// The place of a link for one way.
std::size_t place_of(int link, SharedLinks::Way way) {
  return 2 * static_cast<std::size_t>(link) + (way == SharedLinks::Way::in ? 1 : 0);
}

}  // namespace

SharedLinks::SharedLinks(const CostModel& model, std::vector<int> nodes)
    : nodes_per_group_(model.has_groups() ? static_cast<int>(model.nodes_per_group)
                                          : std::numeric_limits<int>::max()),
      nodes_(std::move(nodes)) {}

void SharedLinks::count(Links& links, int link, const End& end, double ranks) {
  std::vector<Use>& uses = links[place_of(link, end.way)];
  const auto round = static_cast<std::size_t>(end.round);
  if (uses.size() <= round) uses.resize(round + 1);
  Use& use = uses[round];
  if (use.latest != end.rank) use.ranks += ranks;
  use.latest = end.rank;
}

double SharedLinks::ranks_on(const Links& links, int link, const End& end) {
  return links.at(place_of(link, end.way))[static_cast<std::size_t>(end.round)].ranks;
}

void SharedLinks::add(const End& end, const Weight& weight) {
  if (node_of(end.rank) == node_of(end.peer)) return;
  count(adapters_, node_of(end.rank), end, weight.on_node);
  if (group_of(end.rank) != group_of(end.peer))
    count(uplinks_, group_of(end.rank), end, weight.in_group);
}

double SharedLinks::beta(const End& end, const CostModel& model) const {
  double beta = model.link.beta;
  if (node_of(end.rank) == node_of(end.peer)) return beta;
  if (model.beta_adapter < CostModel::unknown)
    beta = std::max(beta, model.beta_adapter * ranks_on(adapters_, node_of(end.rank), end));
  if (model.has_groups() && group_of(end.rank) != group_of(end.peer))
    beta = std::max(
        beta, model.beta_far / model.nodes_per_group * ranks_on(uplinks_, group_of(end.rank), end));
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
