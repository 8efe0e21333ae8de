#include "select/choose.hpp"

#include <array>

#include "algorithms/powers.hpp"

namespace allfold {

namespace {

constexpr std::int64_t KiB = 1024;

// The thresholds of [R04, section 4] as a start: butterflies of whole vectors while start-ups count
// (elimination takes as many rounds then), elimination instead of the fold for longer ones where p
// is not a power of two [RT04], rings for long vectors on few ranks.
constexpr std::array rules{
    Rule{.name = "short vectors",
         .collective = Collective::allreduce,
         .to_bytes = 2 * KiB,
         .kernel = "recursive-doubling"},
    Rule{.name = "long vectors on few ranks, not a power of two",
         .collective = Collective::allreduce,
         .ranks = Rule::Ranks::others,
         .from_ranks = 3,
         .to_ranks = 31,
         .kernel = "ring-ordered"},
    Rule{.name = "long vectors, a power of two",
         .collective = Collective::allreduce,
         .ranks = Rule::Ranks::powers_of_two,
         .kernel = "halving-doubling"},
    Rule{.name = "long vectors, not a power of two",
         .collective = Collective::allreduce,
         .ranks = Rule::Ranks::others,
         .kernel = "elimination-overlapping",
         .halve_above = 2 * KiB},
    Rule{.name = "short vectors",
         .collective = Collective::reduce,
         .to_bytes = 8 * KiB,
         .kernel = "binary-tree"},
    Rule{.name = "medium vectors on few ranks",
         .collective = Collective::reduce,
         .to_ranks = 4,
         .to_bytes = 256 * KiB,
         .kernel = "binary-tree"},
    Rule{.name = "long vectors on few ranks, not a power of two",
         .collective = Collective::reduce,
         .ranks = Rule::Ranks::others,
         .from_ranks = 3,
         .to_ranks = 31,
         .kernel = "ring-ordered"},
    Rule{.name = "long vectors, a power of two",
         .collective = Collective::reduce,
         .ranks = Rule::Ranks::powers_of_two,
         .kernel = "halving-doubling"},
    Rule{.name = "long vectors, not a power of two",
         .collective = Collective::reduce,
         .ranks = Rule::Ranks::others,
         .kernel = "elimination-overlapping"},
};

bool applies(const Rule& rule, const Problem& problem) {
  const bool ranks_fit = rule.ranks == Rule::Ranks::any ||
                         is_power(problem.ranks) == (rule.ranks == Rule::Ranks::powers_of_two);
  return rule.collective == problem.collective && ranks_fit && rule.from_ranks <= problem.ranks &&
         problem.ranks <= rule.to_ranks && problem.bytes <= rule.to_bytes;
}

bool keeps_order(const Kernel& kernel, const Problem& problem) {
  return problem.order == OperandOrder::any || kernel.order == OperandOrder::rank_order;
}

/// The number of rounds in which the nominal piece is longer than the threshold.
int halvings_of(const Rule& rule, const Problem& problem) {
  int halvings = 0;
  while (halvings < floor_log2(problem.ranks) && (problem.bytes >> halvings) > rule.halve_above)
    ++halvings;
  return halvings;
}

/// The reason of a choice that the user made.
std::string_view by_wish(Collective collective) {
  return collective == Collective::allreduce ? "as ALLFOLD_ALLREDUCE says"
                                             : "as ALLFOLD_REDUCE says";
}

}  // namespace

std::span<const Rule> default_rules() { return rules; }

Choice choose(const Problem& problem, const Wish& wish) {
  if (wish.kind == Wish::Kind::native)
    return {.kernel = nullptr, .parameters = {}, .reason = by_wish(problem.collective)};
  if (wish.kind == Wish::Kind::kernel && keeps_order(*wish.kernel.kernel, problem))
    return {.kernel = wish.kernel.kernel,
            .parameters = wish.kernel.parameters,
            .reason = by_wish(problem.collective)};
  for (const Rule& rule : rules) {
    const Kernel* kernel = find_kernel(rule.kernel);
    if (!applies(rule, problem) || kernel == nullptr || !keeps_order(*kernel, problem)) continue;
    Choice choice{.kernel = kernel, .parameters = {}, .reason = rule.name};
    if (!kernel->parameters.empty() && rule.halve_above > 0)
      choice.parameters.halvings = halvings_of(rule, problem);
    return choice;
  }
  return {.kernel = nullptr, .parameters = {}, .reason = "no rule applies"};
}

std::string text_of(const Choice& choice) {
  if (choice.kernel == nullptr) return "native";
  return std::string(choice.kernel->name) + text_of(*choice.kernel, choice.parameters);
}

}  // namespace allfold
