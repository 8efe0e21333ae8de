#include "command/cost/estimate.hpp"

#include <algorithm>

#include "algorithms/link_sharing.hpp"
#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "cost/routes.hpp"
#include "select/choose.hpp"

namespace allfold::command::cost {

Estimator::Estimator(const algorithms::Kernel& kernel, const algorithms::Task& task,
                     const allfold::cost::CostModel& model,
                     const std::optional<algorithms::Parameters>& parameters)
    : kernel_(&kernel),
      task_(task),
      model_(allfold::cost::on_nodes(model, algorithms::node_count(task))) {
  const auto all = parameters ? std::vector{*parameters} : algorithms::all_parameters(kernel, task);
  for (const algorithms::Parameters& each : all) {
    Variant variant{.parameters = each, .claim = kernel.claim(task_with(each)), .programs = {}};
    // Closed forms do not model nodes or shared links.
    const bool is_known = variant.claim.sum == algorithms::Claim::Sum::exact &&
                          model.ranks_per_node == 1 && !model.has_shared_links();
    if (!is_known && can_be_executed())
      variant.programs =
          algorithms::programs_of(kernel, task_with(each), program::Binding::separate);
    else
      variant.sharing = algorithms::seconds_a_byte_of_sharing(kernel, task_with(each), model);
    variants_.push_back(std::move(variant));
  }
}

bool Estimator::can_be_executed() const { return task_.ranks <= most_ranks_executed; }

algorithms::Task Estimator::task_with(const algorithms::Parameters& parameters) const {
  algorithms::Task task = task_;
  task.parameters = parameters;
  return task;
}

double Estimator::seconds_of(const Variant& variant, double bytes) const {
  const allfold::cost::CostModel model = algorithms::model_for(variant.claim, model_, bytes);
  return variant.programs.empty()
             ? algorithms::seconds(variant.claim, model, bytes) + variant.sharing * bytes
             : algorithms::program_seconds(variant.programs, variant.claim, model, bytes);
}

Estimate Estimator::cheapest(double bytes) const {
  const Variant* best = nullptr;
  double least = 0;
  for (const Variant& variant : variants_)
    if (const double time = seconds_of(variant, bytes); best == nullptr || time < least) {
      best = &variant;
      least = time;
    }
  return {.kernel = kernel_,
          .parameters = best->parameters,
          .cost = best->claim.by_term(),
          .seconds = least,
          .terms = best->claim.kind == algorithms::Claim::Kind::exactly ? Estimate::Terms::exact
                                                                        : Estimate::Terms::bounds,
          .basis = !best->programs.empty() ? Estimate::Basis::executed
                   : best->claim.sum == algorithms::Claim::Sum::exact && best->sharing == 0
                       ? Estimate::Basis::exact_formula
                       : Estimate::Basis::upper_bound};
}

Estimate Estimator::in_detail(double bytes) const {
  Estimate estimate = cheapest(bytes);
  if (!can_be_executed()) return estimate;
  const algorithms::Task task = task_with(estimate.parameters);
  const auto programs = algorithms::programs_of(*kernel_, task, program::Binding::separate);
  estimate.cost = allfold::cost::cost_of(programs);
  const algorithms::Claim claim = kernel_->claim(task);
  const allfold::cost::CostModel model = algorithms::model_for(claim, model_, bytes);
  estimate.seconds = algorithms::program_seconds(programs, claim, model, bytes);
  estimate.terms = Estimate::Terms::exact;
  estimate.basis = Estimate::Basis::executed;
  return estimate;
}

algorithms::Nodes nodes_in(const allfold::cost::CostModel& model, int ranks) {
  return model.ranks_per_node > 1 ? algorithms::Nodes::in_succession(ranks, model.ranks_per_node)
                                  : algorithms::Nodes{};
}

std::vector<Estimate> estimates(const algorithms::Task& task, const allfold::cost::CostModel& model,
                                double bytes) {
  std::vector<Estimate> all;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    if (kernel.serves(task.collective) && algorithms::suits_nodes(kernel, task.nodes))
      all.push_back(Estimator(kernel, task, model).in_detail(bytes));
  std::ranges::stable_sort(all, {}, &Estimate::seconds);
  return all;
}

Estimate reproducible_estimate(const algorithms::Task& task, const allfold::cost::CostModel& model,
                               double bytes) {
  select::CandidateCache candidates;
  select::Configuration configuration;
  configuration.reproducible = 1;
  const select::Knowledge knowledge{.rules = std::make_shared<const rules::Rules>(),
                                    .model = model};
  const select::Choice choice = select::choose({.collective = task.collective,
                                                .ranks = task.ranks,
                                                .bytes = static_cast<std::int64_t>(bytes),
                                                .nodes = task.nodes},
                                               configuration, knowledge, candidates);
  return Estimator(*choice.kernel, task, model, choice.parameters).in_detail(bytes);
}

}  // namespace allfold::command::cost
