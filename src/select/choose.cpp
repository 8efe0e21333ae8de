#include "select/choose.hpp"

#include <algorithm>
#include <limits>

namespace allfold {

namespace {

Task task_of(const Problem& problem) {
  return {.collective = problem.collective, .ranks = problem.ranks, .nodes = problem.nodes};
}

/// Whether a kernel may serve the operation.
bool suits(const Kernel& kernel, const Parameters& parameters, const Problem& problem) {
  Task task = task_of(problem);
  task.parameters = parameters;
  return (problem.order == OperandOrder::any ||
          order_of(kernel, task) == OperandOrder::rank_order) &&
         (problem.operation == Operations::predefined || !takes_rows(kernel, task));
}

/// The machine, with as many ranks on a node as the problem has.
CostModel model_for(const Problem& problem, const Configuration& configuration) {
  CostModel model = configuration.model;
  model.ranks_per_node = std::max(problem.nodes.most(), 1);
  return model;
}

/// The reason of a choice that the user made.
std::string_view by_wish(Collective collective) {
  return collective == Collective::allreduce ? "as ALLFOLD_ALLREDUCE says"
                                             : "as ALLFOLD_REDUCE says";
}

/// Whether `parameters` are as the user has set them, where he has.
bool are_as_set(const Kernel& kernel, const Parameters& parameters, const Parameters& set) {
  return std::ranges::all_of(kernel.parameters, [&](const Parameter& parameter) {
    const std::string value = parameter.get(set);
    return value.empty() || parameter.get(parameters) == value;
  });
}

/// The user's parameters, and those left open that the kernel has a preference for.
Parameters preferred(const NamedKernel& named, const Problem& problem) {
  Parameters parameters = named.parameters;
  for (const Parameter& parameter : named.kernel->parameters)
    if (parameter.prefer != nullptr && parameter.get(parameters).empty())
      parameter.prefer(parameters, task_of(problem), problem.grid_rows);
  return parameters;
}

/// The user's parameters, and for those left open the preferred ones and the cheapest.
Parameters completed(const NamedKernel& named, const Problem& problem, const CostModel& model,
                     CandidateCache& cache) {
  const auto all = cache.get(*named.kernel, task_of(problem), Brackets::all);
  const Parameters wanted = preferred(named, problem);
  for (const Parameters& set : {wanted, named.parameters}) {
    const Candidate* found =
        cheapest(*all, model, static_cast<double>(problem.bytes), [&](const Candidate& candidate) {
          return are_as_set(*named.kernel, candidate.parameters, set) &&
                 suits(*named.kernel, candidate.parameters, problem);
        });
    if (found != nullptr) return found->parameters;
  }
  return wanted;
}

/// The cheapest composition, or a single kernel of the papers that is cheaper still.
Choice cheapest_choice(const Problem& problem, const Configuration& configuration,
                       CandidateCache& candidates) {
  const bool is_reproducible = configuration.reproducible != 0;
  const Brackets brackets = is_reproducible ? Brackets::class_f : Brackets::all;
  const auto bytes = static_cast<double>(problem.bytes);
  const CostModel model = model_for(problem, configuration);
  Choice choice;
  double least = std::numeric_limits<double>::infinity();
  const auto try_all_of = [&](const Kernel& kernel, std::string_view reason) {
    const auto all = candidates.get(kernel, task_of(problem), brackets);
    const Candidate* found = cheapest(*all, model, bytes, [&](const Candidate& candidate) {
      return suits(kernel, candidate.parameters, problem);
    });
    if (found == nullptr) return;
    const double time = seconds(found->claim, model, bytes);
    constexpr double rounding = 1e-9;
    if (time >= least * (1 - rounding)) return;
    choice = {.kernel = &kernel, .parameters = found->parameters, .reason = reason};
    least = time;
  };
  if (problem.carrier == Carrier::both)
    try_all_of(*find_kernel("lanes"), "ranks share memory inside machines");
  try_all_of(*find_kernel("composed"), "the cheapest composition");
  for (const Kernel& kernel : kernels())
    if (kernel.origin == Origin::papers && kernel.serves(problem.collective))
      try_all_of(kernel, "cheaper than any composition");
  if (is_reproducible) choice.reason = "the cheapest with one bracketing for all";
  return choice;
}

}  // namespace

Choice choose(const Problem& problem, const Configuration& configuration,
              CandidateCache& candidates) {
  const Wish& wish = configuration.wish(problem.collective);
  if (wish.kind == Wish::Kind::native)
    return {.kernel = nullptr, .parameters = {}, .reason = by_wish(problem.collective)};
  if (wish.kind == Wish::Kind::kernel) {
    const Parameters parameters =
        completed(wish.kernel, problem, model_for(problem, configuration), candidates);
    if (suits(*wish.kernel.kernel, parameters, problem))
      return {.kernel = wish.kernel.kernel,
              .parameters = parameters,
              .reason = by_wish(problem.collective)};
  }

  // It brackets as the tree F does, so that it serves in reproducible runs, too.
  if (problem.carrier == Carrier::shared_memory)
    return {.kernel = find_kernel("node"),
            .parameters = {},
            .reason = "all ranks share the memory of one machine"};
  return cheapest_choice(problem, configuration, candidates);
}

std::string text_of(const Choice& choice) {
  if (choice.kernel == nullptr) return "native";
  return std::string(choice.kernel->name) + text_of(*choice.kernel, choice.parameters);
}

}  // namespace allfold
