#include "select/choose.hpp"

#include <algorithm>

namespace allfold {

namespace {

Task task_of(const Problem& problem) {
  return {.collective = problem.collective, .ranks = problem.ranks};
}

/// Whether a kernel may serve the operation.
bool suits(const Kernel& kernel, const Parameters& parameters, const Problem& problem) {
  Task task = task_of(problem);
  task.parameters = parameters;
  return (problem.order == OperandOrder::any || kernel.order == OperandOrder::rank_order) &&
         (problem.operation == Operations::predefined || !takes_rows(kernel, task));
}

/// The cheapest of the candidates that may serve the operation.
const Candidate* cheapest_for(const Problem& problem, const Kernel& kernel,
                              const std::vector<Candidate>& all, const CostModel& model) {
  const Candidate* found = nullptr;
  double least = 0;
  for (const Candidate& candidate : all) {
    const double time = seconds(candidate.cost, model, static_cast<double>(problem.bytes));
    if ((found != nullptr && time >= least) || !suits(kernel, candidate.parameters, problem))
      continue;
    found = &candidate;
    least = time;
  }
  return found;
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
    std::vector<Candidate> fitting;
    std::ranges::copy_if(*all, std::back_inserter(fitting), [&](const Candidate& candidate) {
      return are_as_set(*named.kernel, candidate.parameters, set);
    });
    const Candidate* found = cheapest_for(problem, *named.kernel, fitting, model);
    if (found != nullptr) return found->parameters;
  }
  return wanted;
}

}  // namespace

Choice choose(const Problem& problem, const Configuration& configuration,
              CandidateCache& candidates) {
  const Wish& wish = configuration.wish(problem.collective);
  if (wish.kind == Wish::Kind::native)
    return {.kernel = nullptr, .parameters = {}, .reason = by_wish(problem.collective)};
  if (wish.kind == Wish::Kind::kernel) {
    const Parameters parameters = completed(wish.kernel, problem, configuration.model, candidates);
    if (suits(*wish.kernel.kernel, parameters, problem))
      return {.kernel = wish.kernel.kernel,
              .parameters = parameters,
              .reason = by_wish(problem.collective)};
  }

  // It brackets as the tree F does, so that it serves in reproducible runs, too.
  if (problem.medium == Medium::shared_memory)
    return {.kernel = find_kernel("node"),
            .parameters = {},
            .reason = "all ranks share the memory of one machine"};

  const Kernel& composed = *find_kernel("composed");
  const Brackets brackets = configuration.reproducible != 0 ? Brackets::class_f : Brackets::all;
  const auto all = candidates.get(composed, task_of(problem), brackets);
  const Candidate& found = *cheapest_for(problem, composed, *all, configuration.model);
  return {.kernel = &composed,
          .parameters = found.parameters,
          .reason = configuration.reproducible != 0 ? "the cheapest with one bracketing for all"
                                                    : "the cheapest composition"};
}

std::string text_of(const Choice& choice) {
  if (choice.kernel == nullptr) return "native";
  return std::string(choice.kernel->name) + text_of(*choice.kernel, choice.parameters);
}

}  // namespace allfold
