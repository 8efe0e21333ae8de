#include "command/cost/record.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace allfold::command::cost {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Estimate::Basis basis) {
  switch (basis) {
    case Estimate::Basis::executed: return "executed";
    case Estimate::Basis::exact_formula: return "exact formula";
    case Estimate::Basis::upper_bound: return "upper bound";
  }
  return "";
}

Json json_of(const allfold::cost::LinkCost& link) {
  return {{"alpha", link.alpha},
          {"beta", link.beta},
          {"gap", std::min(link.gap, link.alpha)},
          {"f_alpha", link.f_alpha},
          {"f_beta", link.f_beta}};
}

Json json_of(const Estimate& estimate) {
  return {{"kernel", estimate.name()},
          {"order",
           estimate.kernel->order == schedule::OperandOrder::rank_order ? "rank order" : "any"},
          {"rounds", estimate.cost.rounds},
          {"volume", estimate.cost.volume},
          {"reductions", estimate.cost.reductions},
          {"seconds", estimate.seconds},
          {"basis", name_of(estimate.basis)}};
}

Json json_of(const Ranking& ranking) {
  Json object = {{"collective", allfold::schedule::name_of(ranking.task.collective)},
                 {"ranks", ranking.task.ranks},
                 {"bytes", ranking.bytes}};
  if (allfold::schedule::has_root(ranking.task.collective)) object["root"] = ranking.task.root;
  object["estimates"] = Json::array();
  for (const Estimate& estimate : ranking.estimates)
    object["estimates"].push_back(json_of(estimate));
  object["reproducible"] = json_of(ranking.reproducible);
  return object;
}

}  // namespace

std::string json_of(const allfold::cost::CostModel& model, const std::vector<Ranking>& rankings) {
  Json document;
  document["model"] = {{"between", json_of(model.link)},
                       {"inside", json_of(model.inside)},
                       {"gamma", model.gamma},
                       {"ranks_per_node", model.ranks_per_node}};
  const auto add_known = [&](const char* name, double beta) {
    if (beta < allfold::cost::unknown) document["model"][name] = beta;
  };
  const auto add_nodes = [&](const char* name, double nodes) {
    if (nodes < allfold::cost::unknown) document["model"][name] = static_cast<int>(nodes);
  };
  add_nodes("nodes_per_switch", model.switches.nodes);
  add_known("beta_switch_far", model.switches.beta_far);
  add_known("beta_switch_pair", model.switches.beta_pair);
  add_nodes("nodes_per_group", model.groups.nodes);
  add_known("beta_far", model.groups.beta_far);
  add_known("beta_pair", model.groups.beta_pair);
  add_nodes("nodes_per_chassis", model.chassis);
  add_nodes("torus_x", model.torus.x);
  add_nodes("torus_y", model.torus.y);
  add_nodes("torus_z", model.torus.z);
  add_known("alpha_hop", model.alpha_hop);
  add_known("beta_adapter", model.beta_adapter);
  document["rankings"] = Json::array();
  for (const Ranking& ranking : rankings) document["rankings"].push_back(json_of(ranking));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace allfold::command::cost
