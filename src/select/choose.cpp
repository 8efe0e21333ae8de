#include "select/choose.hpp"

#include <algorithm>
#include <limits>

#include "select/completed.hpp"
#include "select/measured.hpp"
#include "select/ruled.hpp"
#include "text/format.hpp"

namespace allfold {

namespace {

/// The reason of a choice that the user made.
std::string_view by_wish(Collective collective) {
  return collective == Collective::allreduce ? "as ALLFOLD_ALLREDUCE says"
                                             : "as ALLFOLD_REDUCE says";
}

struct Contender {
  const Kernel* kernel;
  std::string_view reason;  ///< of a choice of it
};

/// What is looked at where nothing else says what to take. The first of equals is taken.
std::vector<Contender> contenders(const Problem& problem, const Measured& measured) {
  std::vector<Contender> all;
  const auto add = [&](const Kernel& kernel, std::string_view reason) {
    if (std::ranges::find(all, &kernel, &Contender::kernel) == all.end())
      all.push_back({.kernel = &kernel, .reason = reason});
  };
  if (problem.carrier == Carrier::shared_memory) {
    // It brackets as the tree F does, so that it serves in reproducible runs, too.
    add(*find_kernel("node"), "all ranks share the memory of one machine");
  } else {
    if (problem.carrier == Carrier::both)
      add(*find_kernel("lanes"), "ranks share memory inside machines");
    add(*find_kernel("composed"), "the cheapest composition");
    // Ranks that share a link to the others would send one after the other.
    if (ranks_per_machine_of(problem) == 1)
      add(*find_kernel("direct"), "cheaper than any composition");
    for (const Kernel& kernel : kernels())
      if (kernel.origin == Origin::papers && kernel.serves(problem.collective))
        add(kernel, "cheaper than any composition");
  }
  for (const Kernel* kernel : measured.kernels()) add(*kernel, "cheaper than any composition");
  return all;
}

/// The cheapest of the contenders.
Choice cheapest_choice(const Problem& problem, const Knowledge& knowledge, Brackets brackets,
                       const Measured& measured, CandidateCache& candidates) {
  const auto bytes = static_cast<double>(problem.bytes);
  const CostModel model = model_for(problem, knowledge);
  Choice choice;
  double least = std::numeric_limits<double>::infinity();
  for (const Contender& contender : contenders(problem, measured)) {
    const Kernel* const kernel = contender.kernel;
    const auto all = candidates.get(*kernel, task_of(problem), brackets);
    const Candidate* found = cheapest(*all, model, bytes, [&](const Candidate& candidate) {
      return suits(*kernel, candidate.parameters, problem);
    });
    if (found == nullptr) continue;
    const double time = seconds(found->claim, model, bytes) * measured.correction(*kernel);
    constexpr double rounding = 1e-9;
    if (choice.kernel != nullptr && time >= least * (1 - rounding)) continue;
    choice = {.kernel = kernel,
              .parameters = found->parameters,
              .segment_bytes = measured.segment_of(*kernel),
              .reason = std::string(contender.reason)};
    least = time;
  }
  if (brackets == Brackets::class_f && problem.carrier != Carrier::shared_memory)
    choice.reason = "the cheapest with one bracketing for all";
  if (measured.is_there())
    choice.reason =
        text::format("the cheapest in the model as corrected by measurements {}", measured.where());
  return choice;
}

}  // namespace

Knowledge knowledge_of(const Configuration& configuration, Network network,
                       std::shared_ptr<const Rules> rules) {
  const CostModel base = rules->model.value_or(default_model(network));
  return {.rules = std::move(rules), .model = with_parts(base, configuration.model)};
}

Knowledge knowledge_of(const Configuration& configuration, Network network) {
  return knowledge_of(configuration, network, std::make_shared<const Rules>());
}

CostModel model_for(const Problem& problem, const Knowledge& knowledge) {
  CostModel model = knowledge.model;
  model.ranks_per_node = ranks_per_machine_of(problem);
  return model;
}

Choice choose(const Problem& problem, const Configuration& configuration,
              const Knowledge& knowledge, CandidateCache& candidates) {
  const Wish& wish = configuration.wish(problem.collective);
  const std::string forced(by_wish(problem.collective));
  if (wish.kind == Wish::Kind::native) return {.reason = forced};
  if (wish.kind == Wish::Kind::kernel) {
    const Parameters parameters =
        completed(wish.kernel, problem, model_for(problem, knowledge), Brackets::all, candidates);
    if (suits(*wish.kernel.kernel, parameters, problem))
      return {.kernel = wish.kernel.kernel, .parameters = parameters, .reason = forced};
  }

  const Brackets brackets = configuration.reproducible != 0 ? Brackets::class_f : Brackets::all;
  auto [ruled, gave_way] = choose_by_rules(problem, knowledge, brackets, candidates);
  const Measured measured(problem, knowledge);
  Choice choice;
  if (ruled)
    choice = *std::move(ruled);
  else if (brackets == Brackets::all && measured.native_is_quickest())
    choice.reason = "the quickest of what was measured " + measured.where();
  else
    choice = cheapest_choice(problem, knowledge, brackets, measured, candidates);
  choice.reason += gave_way;
  // What the user has set comes before what a file says.
  if (configuration.segment_bytes != segment_by_transport) choice.segment_bytes.reset();
  return choice;
}

std::string text_of(const Choice& choice) {
  if (choice.kernel == nullptr) return "native";
  return std::string(choice.kernel->name) + text_of(*choice.kernel, choice.parameters);
}

}  // namespace allfold
