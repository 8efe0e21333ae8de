#include "algorithms/prove.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace allfold {

namespace {

bool agrees(double measured, double claimed, Claim::Kind kind) {
  constexpr double rounding = 1e-9;
  return kind == Claim::Kind::exactly ? std::abs(measured - claimed) < rounding
                                      : measured < claimed + rounding;
}

/// What is wrong with the cost, or "".
std::string cost_fault(const std::vector<Program>& programs, const Kernel& kernel,
                       const Task& task) {
  const auto claim = kernel.claim(task);
  if (!claim) return "";
  const Cost cost = cost_of(programs);
  if (agrees(cost.rounds, claim->cost.rounds, claim->kind) &&
      agrees(cost.volume, claim->cost.volume, claim->kind) &&
      agrees(cost.reductions, claim->cost.reductions, claim->kind))
    return "";
  return fmt::format("costs {}α + {}mβ + {}mγ where the formula says {}{}α + {}mβ + {}mγ",
                     cost.rounds, cost.volume, cost.reductions,
                     claim->kind == Claim::Kind::at_most ? "at most " : "", claim->cost.rounds,
                     claim->cost.volume, claim->cost.reductions);
}

}  // namespace

Scope scope_of(int ranks) {
  constexpr int most_with_all_roots = 20;
  Scope scope{.ranks = ranks, .roots = {}};
  if (ranks > most_with_all_roots) {
    scope.roots = {0, 1, ranks / 2, ranks - 1};
  } else {
    scope.roots.resize(static_cast<std::size_t>(ranks));
    std::iota(scope.roots.begin(), scope.roots.end(), 0);
  }
  return scope;
}

std::vector<Program> programs_of(const Kernel& kernel, const Task& task, Binding binding) {
  const Goal goal{.collective = task.collective, .root = task.root};
  std::vector<Program> programs;
  for (int rank = 0; rank < task.ranks; ++rank) {
    Task own = task;
    own.rank = rank;
    programs.push_back(
        link(flatten(kernel.generate(own)), goal.gets_result(rank) ? binding : Binding::separate));
  }
  return programs;
}

Tally prove(const Kernel& kernel, const Scope& scope) {
  Tally tally;
  for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
    if (!kernel.serves(collective)) continue;
    const std::vector<int> roots =
        collective == Collective::reduce ? scope.roots : std::vector<int>{0};
    for (const Parameters& parameters : all_parameters(kernel, scope.ranks))
      for (const int root : roots)
        for (const Binding binding : {Binding::separate, Binding::in_place}) {
          const Task task{.collective = collective,
                          .ranks = scope.ranks,
                          .root = root,
                          .parameters = parameters};
          const auto programs = programs_of(kernel, task, binding);
          const Proof proof =
              check(programs, {.collective = collective, .root = root, .order = kernel.order});
          ++tally.proofs;
          const std::string fault =
              proof.holds() ? cost_fault(programs, kernel, task) : proof.defects[0].text();
          if (!fault.empty())
            tally.failures.push_back(
                fmt::format("{}{}: {} on {} ranks, root {}, {}: {}", kernel.name,
                            text_of(kernel, parameters), name_of(collective), scope.ranks, root,
                            binding == Binding::in_place ? "in place" : "separate buffers", fault));
        }
  }
  return tally;
}

}  // namespace allfold
