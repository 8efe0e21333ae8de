#include "algorithms/prove.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

namespace allfold {

namespace {

/// A machine on which a claim is held against the programs.
struct Trial {
  std::string_view name;
  CostModel model;
};

// Each coefficient by itself, and the share of it that goes one way: sums of them would hide
// errors.
constexpr std::array trials{
    Trial{.name = "α", .model = {.link = {.alpha = 1}}},
    Trial{.name = "α + ½α one way", .model = {.link = {.alpha = 1, .f_alpha = 0.5}}},
    Trial{.name = "mβ", .model = {.link = {.beta = 1}}},
    Trial{.name = "mβ + ½mβ one way", .model = {.link = {.beta = 1, .f_beta = 0.5}}},
    Trial{.name = "mγ", .model = {.gamma = 1}},
};

bool agrees(double measured, double claimed, Claim::Kind kind) {
  constexpr double rounding = 1e-9;
  return kind == Claim::Kind::exactly ? std::abs(measured - claimed) < rounding
                                      : measured < claimed + rounding;
}

/// What is wrong with the cost, or "".
std::string cost_fault(const std::vector<Program>& programs, const Kernel& kernel,
                       const Task& task) {
  const auto [kind, cost] = kernel.claim(task);
  for (const Trial& trial : trials) {
    const double measured = critical_path(programs, trial.model, 1);
    const double claimed = seconds(cost, trial.model, 1);
    if (!agrees(measured, claimed, kind))
      return fmt::format("costs {} {} where the formula says {}{}", measured, trial.name,
                         kind == Claim::Kind::at_most ? "at most " : "", claimed);
  }
  return "";
}

}  // namespace

Scope scope_of(int ranks) {
  constexpr int most_with_all_roots = 20;
  Scope scope{
      .ranks = ranks, .roots = {}, .segmentations = {{}, {.log2_segments = 2, .places = 1}}};
  if (ranks > most_with_all_roots) {
    scope.roots = {0, 1, ranks / 2, ranks - 1};
  } else {
    scope.segmentations.push_back({.log2_segments = 3, .places = 1});
    scope.segmentations.push_back({.log2_segments = 5, .places = 3});
    scope.roots.resize(static_cast<std::size_t>(ranks));
    std::iota(scope.roots.begin(), scope.roots.end(), 0);
  }
  return scope;
}

std::vector<Program> programs_of(const Kernel& kernel, const Task& task, Binding binding,
                                 const Segmentation& segmentation) {
  const Goal goal{.collective = task.collective, .root = task.root};
  std::vector<Program> programs;
  for (int rank = 0; rank < task.ranks; ++rank) {
    Task own = task;
    own.rank = rank;
    programs.push_back(compile(kernel.generate(own),
                               goal.gets_result(rank) ? binding : Binding::separate, segmentation));
  }
  return programs;
}

namespace {

std::string text_of(const Segmentation& segmentation) {
  if (segmentation == Segmentation{}) return "";
  return fmt::format(", 2^{} segments, {} places", segmentation.log2_segments, segmentation.places);
}

/// What is wrong with a kernel, or "". Its cost claim is for whole messages.
std::string fault(const Kernel& kernel, const Task& task, Binding binding,
                  const Segmentation& segmentation) {
  const auto programs = programs_of(kernel, task, binding, segmentation);
  const Proof proof =
      check(programs, {.collective = task.collective, .root = task.root, .order = kernel.order});
  if (!proof.holds()) return proof.defects[0].text();
  return segmentation == Segmentation{} ? cost_fault(programs, kernel, task) : "";
}

/// Calls visit(task) for all that are within the scope.
template <class Visit>
void for_each_task(const Kernel& kernel, const Scope& scope, Visit visit) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
    if (!kernel.serves(collective)) continue;
    const std::vector<int> roots =
        collective == Collective::reduce ? scope.roots : std::vector<int>{0};
    const Task any{.collective = collective, .ranks = scope.ranks};
    for (const Parameters& parameters : all_parameters(kernel, any))
      for (const int root : roots)
        visit(Task{.collective = collective,
                   .ranks = scope.ranks,
                   .root = root,
                   .parameters = parameters});
  }
}

}  // namespace

Tally prove(const Kernel& kernel, const Scope& scope) {
  Tally tally;
  for_each_task(kernel, scope, [&](const Task& task) {
    for (const Segmentation& segmentation : scope.segmentations)
      for (const Binding binding : {Binding::separate, Binding::in_place}) {
        ++tally.proofs;
        const std::string found = fault(kernel, task, binding, segmentation);
        if (!found.empty())
          tally.failures.push_back(
              fmt::format("{}{}: {} on {} ranks, root {}, {}{}: {}", kernel.name,
                          text_of(kernel, task.parameters), name_of(task.collective), scope.ranks,
                          task.root, binding == Binding::in_place ? "in place" : "separate buffers",
                          text_of(segmentation), found));
      }
  });
  return tally;
}

}  // namespace allfold
