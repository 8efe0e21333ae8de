#include "select/choose.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/registry.hpp"
#include "select/cheapest.hpp"
#include "select/completed.hpp"
#include "select/measured.hpp"
#include "select/program_times.hpp"
#include "select/ruled.hpp"
#include "text/format.hpp"

namespace allfold::select {

namespace {

/// The variable by which the user made a choice.
std::string_view variable_of(schedule::Collective collective, Mode mode) {
  if (mode == Mode::native) return "ALLFOLD_MODE";
  return schedule::row_of(collective).variable;
}

struct CandidateKernel {
  const algorithms::Kernel* kernel;
  std::string_view reason;  ///< of a choice of it
};

/// The kernels that compete if neither the user nor a rule decides. Of kernels that cost about the
/// same, the first one is chosen.
std::vector<CandidateKernel> candidate_kernels(const Problem& problem, const cost::CostModel& model,
                                               const Measured& measured) {
  std::vector<CandidateKernel> all;
  const auto add = [&](const algorithms::Kernel& kernel, std::string_view reason) {
    if (std::ranges::find(all, &kernel, &CandidateKernel::kernel) == all.end())
      all.push_back({.kernel = &kernel, .reason = reason});
  };
  if (problem.carrier == algorithms::Carrier::shared_memory) {
    // It brackets as the tree F does, so that it serves in reproducible runs, too.
    add(*algorithms::find_kernel("node"), "all ranks share the memory of one node");
  } else {
    const algorithms::Kernel& lanes = *algorithms::find_kernel("lanes");
    if (problem.carrier == algorithms::Carrier::both && lanes.serves(problem.collective))
      add(lanes, "ranks share memory inside nodes");
    // Its messages wait for no others: if that saves time, it comes first.
    if (const auto& direct = *algorithms::find_kernel("direct");
        competes(direct, problem) && problem.ranks > 2 && model.link.in_flight() > 0)
      add(direct, "cheaper than any composition");
    // In binary-tree, vectors of the ranks beyond a power of two reach the root last. In the trees
    // F of compositions, which cost as much in the model, they arrive together with the others:
    // these messages share a link, and none is reduced while the next one is in flight.
    if (schedule::has_root(problem.collective))
      add(*algorithms::find_kernel("binary-tree"), "as cheap as any composition");
    add(*algorithms::find_kernel("composed"), "the cheapest composition");
    for (const algorithms::Kernel& kernel : algorithms::kernels())
      if (competes(kernel, problem)) add(kernel, "cheaper than any composition");
  }
  for (const algorithms::Kernel* kernel : measured.kernels())
    add(*kernel, "cheaper than any composition");
  return all;
}

/// The cheapest of the candidate kernels.
Choice cheapest_choice(const Problem& problem, const Knowledge& knowledge, AllowedBrackets brackets,
                       const Measured& measured, CandidateCache& candidates) {
  const algorithms::Task task = task_of(problem);
  const cost::CostModel machine = model_for(problem, knowledge);
  Choice choice;
  double least = std::numeric_limits<double>::infinity();
  for (const CandidateKernel& each : candidate_kernels(problem, machine, measured)) {
    const algorithms::Kernel* const kernel = each.kernel;
    const cost::CostModel model = as_met_by(*kernel, machine);
    const double correction = measured.correction(*kernel);
    // Formulas agree with programs within 2 %: smaller differences mean nothing, unless all
    // programs are run.
    const bool all_are_run = model.has_shared_links() &&
                             ProgramTimes::serve(*kernel, task, model) &&
                             task.ranks <= ProgramTimes::most_ranks;
    const double margin = measured.is_there() || all_are_run ? 1e-9 : 0.02;
    const auto found =
        cheapest({.kernel = *kernel,
                  .task = task,
                  .brackets = brackets,
                  .model = model,
                  .bytes = static_cast<double>(problem.bytes),
                  .units = problem.units,
                  .basis = basis_of(measured),
                  .below = least * (1 - margin) / correction},
                 candidates, [&](const algorithms::Parameters& parameters) {
                   return suits(*kernel, parameters, problem) &&
                          can_divide(*kernel, parameters, problem, candidates) &&
                          (measured.is_there() ||
                           is_long_enough(*kernel, parameters, problem, knowledge.pace));
                 });
    if (!found) continue;
    choice = {.kernel = kernel,
              .parameters = found->parameters,
              .segment_bytes = measured.segment_of(*kernel),
              .reason = std::string(each.reason)};
    least = found->counted() * correction;
  }
  if (brackets == AllowedBrackets::class_f && problem.carrier != algorithms::Carrier::shared_memory)
    choice.reason = "the cheapest algorithm that gives reproducible results";
  if (measured.is_there())
    choice.reason = text::format("the cheapest in the cost model, corrected by measurements {}",
                                 measured.where());
  return choice;
}

/// The choice if no rule matches.
Choice choice_by_times(const Problem& problem, const Knowledge& knowledge, AllowedBrackets brackets,
                       CandidateCache& candidates) {
  const Measured measured(problem, knowledge, candidates);
  if (brackets == AllowedBrackets::all && measured.native_is_quickest())
    return {.reason = "the fastest measured candidate " + measured.where()};
  return cheapest_choice(problem, knowledge, brackets, measured, candidates);
}

Choice choice_of_kernel(const Problem& problem, const Configuration& configuration,
                        const Knowledge& knowledge, CandidateCache& candidates) {
  const Wish wish = configuration.wish(problem.collective);
  const std::string_view variable = variable_of(problem.collective, configuration.mode);
  const std::string forced = text::format("set by {}", variable);
  if (wish.kind == Wish::Kind::native) return {.reason = forced};
  std::string skipped_wish;
  if (wish.kind == Wish::Kind::kernel) {
    const auto& [kernel, wished] = wish.kernel;
    const algorithms::Parameters parameters =
        completed(wish.kernel, problem, knowledge, AllowedBrackets::all, candidates);
    const std::string_view why = unfitness(*kernel, parameters, problem);
    if (why.empty()) return {.kernel = kernel, .parameters = parameters, .reason = forced};
    skipped_wish = text::format("; {} is skipped: {}{} {}", variable, kernel->name,
                                algorithms::text_of(*kernel, wished), why);
  }

  const AllowedBrackets brackets =
      configuration.reproducible != 0 ? AllowedBrackets::class_f : AllowedBrackets::all;
  auto [ruled, skipped] = choose_by_rules(problem, knowledge, brackets, candidates);
  Choice choice =
      ruled ? *std::move(ruled) : choice_by_times(problem, knowledge, brackets, candidates);
  choice.reason += skipped_wish + skipped;
  // What the user has set takes precedence over a file.
  if (configuration.segment_bytes != rules::segment_by_transport) choice.segment_bytes.reset();
  return choice;
}

}  // namespace

bool competes(const algorithms::Kernel& kernel, const Problem& problem) {
  if (!kernel.serves(problem.collective) || kernel.carrier != algorithms::Carrier::messages ||
      kernel.is_only_by_name(problem.collective))
    return false;
  // Ranks that share a link would serialise their messages.
  return ranks_per_node_of(problem) == 1 || &kernel != algorithms::find_kernel("direct");
}

Choice choose(const Problem& problem, const Configuration& configuration,
              const Knowledge& knowledge, CandidateCache& candidates) {
  Choice choice = choice_of_kernel(problem, configuration, knowledge, candidates);
  if (choice.kernel == algorithms::find_kernel("node") &&
      choice.parameters.way == algorithms::WayParameter::learnt)
    choice.parameters.way = configuration.way;
  return choice;
}

}  // namespace allfold::select
