#include "cost/routes.hpp"

#include <algorithm>
#include <limits>

namespace allfold::cost {

namespace {

/// The size of a switch, group or chassis that is not known: there is one for all nodes.
constexpr std::uint32_t all_nodes = std::numeric_limits<std::uint32_t>::max();

std::uint32_t whole(double nodes) {
  return nodes < unknown ? static_cast<std::uint32_t>(nodes) : all_nodes;
}

std::uint32_t size_of(const NodeGroups& groups) {
  return groups.are_known() ? whole(groups.nodes) : all_nodes;
}

std::uint32_t size_of(double dimension) {
  return dimension < unknown ? static_cast<std::uint32_t>(dimension) : 1;
}

/// The model with the alpha of a route of `links` links, if alpha_hop is known.
CostModel with_alpha_of(CostModel model, double links) {
  if (!(model.alpha_hop < unknown)) return model;
  const double before =
      model.alpha_links < unknown ? model.alpha_links : Routes(model).fewest_links();
  model.link.alpha = std::max(0.0, model.link.alpha + model.alpha_hop * (links - before));
  model.alpha_links = links;
  return model;
}

}  // namespace

// Where only groups are known, each is one switch.
Routes::Routes(const CostModel& model)
    : torus_(model.torus),
      sizes_{size_of(model.torus.x), size_of(model.torus.y), size_of(model.torus.z)},
      nodes_per_switch_(size_of(model.switches.are_known() ? model.switches : model.groups)),
      nodes_per_group_(size_of(model.groups)),
      switches_per_chassis_(whole(model.chassis / model.switches.nodes)),
      switches_have_far_(model.switches.beta_far < unknown),
      switches_have_pair_(model.switches.beta_pair < unknown),
      groups_have_far_(model.groups.beta_far < unknown),
      groups_have_pair_(model.groups.beta_pair < unknown),
      has_gateways_(model.chassis < unknown && switches_have_pair_ && groups_have_pair_) {}

double links_of_mean_route(const Routes& routes, std::uint32_t nodes) {
  // The sampled nodes are not equidistant, because nodes along dimensions and in groups are.
  constexpr std::uint32_t most_looked_at = 64;
  constexpr std::uint32_t golden = 0x9E3779B9;
  const auto node = [&](std::uint32_t i) {
    const std::uint64_t place = std::uint64_t{i} * golden % (std::uint64_t{1} << 32U);
    return nodes <= most_looked_at ? i : static_cast<std::uint32_t>(place * nodes >> 32U);
  };
  const std::uint32_t count = std::min(nodes, most_looked_at);
  double links = 0;
  for (std::uint32_t from = 0; from < count; ++from)
    for (std::uint32_t to = 0; to < count; ++to)
      links += routes.links_between(node(from), node(to));
  return count > 1 ? links / (count * (count - 1.0)) : routes.fewest_links();
}

CostModel on_nodes(CostModel model, std::uint32_t nodes) {
  if (model.torus.is_known() && model.torus.nodes() < nodes) {
    model.torus = {};
    model.alpha_hop = unknown;
  }
  if (!(model.alpha_hop < unknown)) return model;
  const double links = links_of_mean_route(Routes(model), nodes);
  return with_alpha_of(model, links);
}

CostModel without_waiting(CostModel model) {
  const int fewest = Routes(model).fewest_links();
  model = with_alpha_of(model, fewest);
  model.link.gap = 0;
  for (const double size : {model.torus.x, model.torus.y, model.torus.z})
    if (size < unknown) model.link.beta /= 2;
  return model;
}

// The links of a group carry what all of its nodes send together.
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
