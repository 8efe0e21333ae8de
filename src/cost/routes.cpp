#include "cost/routes.hpp"

#include <algorithm>
#include <limits>

namespace allfold::cost {

namespace {

/// What is not known is one for all.
constexpr std::uint32_t all_nodes = std::numeric_limits<std::uint32_t>::max();

std::uint32_t whole(double nodes) {
  return nodes < unknown ? static_cast<std::uint32_t>(nodes) : all_nodes;
}

std::uint32_t nodes_of(const NodeGroups& groups) {
  return groups.are_known() ? whole(groups.nodes) : all_nodes;
}

std::uint32_t size_of(double nodes) {
  return nodes < unknown ? static_cast<std::uint32_t>(nodes) : 1;
}

}  // namespace

// Where only groups are known, each is one switch.
Routes::Routes(const CostModel& model)
    : torus_(model.torus),
      sizes_{size_of(model.torus.x), size_of(model.torus.y), size_of(model.torus.z)},
      nodes_per_switch_(nodes_of(model.switches.are_known() ? model.switches : model.groups)),
      nodes_per_group_(nodes_of(model.groups)),
      switches_per_chassis_(whole(model.chassis / model.switches.nodes)),
      switches_have_far_(model.switches.beta_far < unknown),
      switches_have_pair_(model.switches.beta_pair < unknown),
      groups_have_far_(model.groups.beta_far < unknown),
      groups_have_pair_(model.groups.beta_pair < unknown),
      has_gateways_(model.chassis < unknown && switches_have_pair_ && groups_have_pair_) {}

Routes::Leg Routes::leg(std::size_t dimension, std::uint32_t from, std::uint32_t to) const {
  std::uint32_t stride = 1;
  for (std::size_t d = 0; d < dimension; ++d) stride *= sizes_[d];
  const std::uint32_t size = sizes_[dimension];
  const std::uint32_t up = (to / stride % size + size - from / stride % size) % size;
  return up <= size / 2 ? Leg{.links = up, .is_up = true} : Leg{.links = size - up, .is_up = false};
}

double links_of_mean_way(const Routes& routes, std::uint32_t nodes) {
  constexpr std::uint32_t most_looked_at = 64;
  const std::uint32_t count = std::min(nodes, most_looked_at);
  const auto node = [&](std::uint32_t i) {
    return static_cast<std::uint32_t>(std::uint64_t{i} * nodes / count);
  };
  double links = 0;
  for (std::uint32_t from = 0; from < count; ++from)
    for (std::uint32_t to = 0; to < count; ++to)
      links += routes.links_between(node(from), node(to));
  return count > 1 ? links / (count * (count - 1.0)) : routes.fewest_links();
}

CostModel with_mean_alpha(CostModel model, std::uint32_t nodes) {
  if (!(model.alpha_hop < unknown)) return model;
  const Routes routes(model);
  model.link.alpha += model.alpha_hop * (links_of_mean_way(routes, nodes) - routes.fewest_links());
  return model;
}

// A group's links carry what its nodes send together.
double seconds_a_byte(Routes::Kind kind, const CostModel& model) {
  const auto share = [](double beta, double nodes) {
    return nodes < unknown ? beta / nodes : unknown;
  };
  switch (kind) {
    case Routes::Kind::adapter: return model.beta_adapter;
    case Routes::Kind::switch_far: return share(model.switches.beta_far, model.switches.nodes);
    case Routes::Kind::switch_pair: return share(model.switches.beta_pair, model.switches.nodes);
    case Routes::Kind::group_far: return share(model.groups.beta_far, model.groups.nodes);
    case Routes::Kind::group_pair: return share(model.groups.beta_pair, model.groups.nodes);
    case Routes::Kind::torus:
      if (model.torus.is_known()) return model.link.beta;
      break;
  }
  return unknown;
}

}  // namespace allfold::cost
