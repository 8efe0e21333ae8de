#include "command/cost/estimate.hpp"

#include <algorithm>

#include "algorithms/prove.hpp"
#include "select/choose.hpp"

namespace allfold::cost {

Contender::Contender(const Kernel& kernel, const Task& task, const CostModel& model,
                     const std::optional<Parameters>& parameters)
    : kernel_(&kernel), task_(task), model_(model) {
  const auto all = parameters ? std::vector{*parameters} : all_parameters(kernel, task);
  for (const Parameters& each : all) {
    Variant variant{.parameters = each, .claim = kernel.claim(task_with(each)), .programs = {}};
    // Closed forms know no nodes.
    const bool is_known = variant.claim.kind == Claim::Kind::exactly && model.ranks_per_node == 1;
    if (!is_known && can_be_executed())
      variant.programs = programs_of(kernel, task_with(each), Binding::separate);
    variants_.push_back(std::move(variant));
  }
}

bool Contender::can_be_executed() const { return task_.ranks <= most_ranks_executed; }

Task Contender::task_with(const Parameters& parameters) const {
  Task task = task_;
  task.parameters = parameters;
  return task;
}

double Contender::seconds_of(const Variant& variant, double bytes) const {
  return variant.programs.empty() ? seconds(variant.claim, model_, bytes)
                                  : critical_path(variant.programs, model_, bytes);
}

Estimate Contender::cheapest(double bytes) const {
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
          .basis = !best->programs.empty()                    ? Estimate::Basis::executed
                   : best->claim.kind == Claim::Kind::exactly ? Estimate::Basis::exact_formula
                                                              : Estimate::Basis::upper_bound};
}

Estimate Contender::in_detail(double bytes) const {
  Estimate estimate = cheapest(bytes);
  if (!can_be_executed()) return estimate;
  const auto programs = programs_of(*kernel_, task_with(estimate.parameters), Binding::separate);
  estimate.cost = cost_of(programs);
  estimate.seconds = critical_path(programs, model_, bytes);
  estimate.basis = Estimate::Basis::executed;
  return estimate;
}

Nodes nodes_in(const CostModel& model, int ranks) {
  return model.ranks_per_node > 1 ? Nodes::in_succession(ranks, model.ranks_per_node) : Nodes{};
}

std::vector<Estimate> estimates(const Task& task, const CostModel& model, double bytes) {
  std::vector<Estimate> all;
  for (const Kernel& kernel : kernels())
    if (kernel.serves(task.collective) && suits_machines(kernel, task.nodes))
      all.push_back(Contender(kernel, task, model).in_detail(bytes));
  std::ranges::stable_sort(all, {}, &Estimate::seconds);
  return all;
}

Estimate reproducible_estimate(const Task& task, const CostModel& model, double bytes) {
  CandidateCache candidates;
  Configuration configuration;
  configuration.reproducible = 1;
  const Knowledge knowledge{.rules = std::make_shared<const Rules>(), .model = model};
  const Choice choice = choose({.collective = task.collective,
                                .ranks = task.ranks,
                                .bytes = static_cast<std::int64_t>(bytes),
                                .nodes = task.nodes},
                               configuration, knowledge, candidates);
  return Contender(*choice.kernel, task, model, choice.parameters).in_detail(bytes);
}

}  // namespace allfold::cost
