#include "select/knowledge.hpp"

#include <utility>

#include "cost/routes.hpp"

namespace allfold::select {

Knowledge knowledge_of(const Configuration& configuration, Network network,
                       std::shared_ptr<const rules::Rules> rules) {
  const cost::CostModel usual = default_model(network);
  cost::CostModel base = rules->model.value_or(usual);
  base.link.latency = usual.link.latency;
  return {
      .rules = std::move(rules),
      .model = cost::with_parameters(base, configuration.model),
      .pace = network == Network::high_speed ? schedule::Pace::in_step : schedule::Pace::as_ready};
}

Knowledge knowledge_of(const Configuration& configuration, Network network) {
  return knowledge_of(configuration, network, std::make_shared<const rules::Rules>());
}

cost::CostModel model_for(const Problem& problem, const Knowledge& knowledge) {
  cost::CostModel model = knowledge.model;
  model.ranks_per_node = ranks_per_node_of(problem);
  // A rank that is alone on its node shares the adapter with nobody.
  if (model.ranks_per_node == 1 && model.beta_adapter <= model.link.beta)
    model.beta_adapter = cost::unknown;
  return cost::on_nodes(model, algorithms::node_count(task_of(problem)));
}

cost::CostModel as_met_by(const algorithms::Kernel& kernel, cost::CostModel model) {
  if (kernel.carrier == algorithms::Carrier::messages && model.ranks_per_node > 1)
    model.link.gap = cost::LinkCost{}.gap;
  return model;
}

double formula_seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                       const cost::CostModel& model, double bytes) {
  const algorithms::Claim claim = kernel.claim(task);
  return algorithms::seconds(claim, algorithms::model_for(claim, as_met_by(kernel, model), bytes),
                             bytes);
}

}  // namespace allfold::select
