#include "proof/prove.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "algorithms/kernel_name.hpp"
#include "cost/critical_path.hpp"
#include "text/format.hpp"

namespace allfold::proof {

namespace {

// The machines on which a claim is compared with the programs: one for each coefficient, and one
// for the part of it that goes one way, since sums of coefficients would hide errors.
constexpr std::array machines{
    cost::CostModel{.link = {.alpha = 1}},
    cost::CostModel{.link = {.alpha = 1, .f_alpha = 0.5}},
    cost::CostModel{.link = {.beta = 1}},
    cost::CostModel{.link = {.beta = 1, .f_beta = 0.5}},
    cost::CostModel{.gamma = 1},
    cost::CostModel{.link = {.alpha = 1, .gap = 0.25, .f_alpha = 0.5}},
};
constexpr std::array<std::string_view, machines.size()> units{
    "α", "α + ½α one way", "mβ", "mβ + ½mβ one way", "mγ", "α + ½α one way, ¼α after another"};

constexpr double rounding = 1e-9;

/// Why a formula does not bound what was measured: what it says; "" if it does. `most` is the largest
/// multiple of the measured cost that a bound may be.
std::string fault_of_bound(double measured, double bound, double most) {
  if (measured > bound + rounding) return text::format("at most {}", bound);
  if (bound > most * measured + rounding)
    return text::format("at most {}, more than {} times as much", bound, most);
  return "";
}

/// What is wrong with the cost, or "".
std::string cost_fault(const std::vector<program::Program>& programs,
                       const algorithms::Kernel& kernel, const algorithms::Task& task) {
  algorithms::Claim claim = kernel.claim(task);
  // Exposed reductions concern the sum of the coefficients only.
  claim.exposed_reductions.reset();
  const std::vector<double> measured = cost::critical_paths(programs, machines, 1);
  for (std::size_t m = 0; m < machines.size(); ++m) {
    const double claimed = algorithms::seconds(claim, machines[m], 1);
    // If a message leaves its ports before it has arrived, few formulas include all that overlaps;
    // in shared memory nothing does.
    const bool overlaps = machines[m].link.in_flight() > 0;
    std::string said;
    if (overlaps && kernel.carrier != algorithms::Carrier::messages)
      said = fault_of_bound(measured[m], claimed, std::numeric_limits<double>::infinity());
    else if (overlaps || claim.kind == algorithms::Claim::Kind::at_most)
      said = fault_of_bound(measured[m], claimed, most_of_measured);
    else if (std::abs(measured[m] - claimed) >= rounding)
      said = text::format("{}", claimed);
    if (!said.empty())
      return text::format("costs {} {} where the formula says {}", measured[m], units[m], said);
  }
  return "";
}

std::string text_of(const program::Segmentation& segmentation) {
  std::string pace =
      segmentation.pace == schedule::Pace::in_step ? "" : ", messages as they are ready";
  if (segmentation.log2_segments == 0) return pace;
  return text::format(", 2^{} segments, {} places{}", segmentation.log2_segments,
                      segmentation.places, pace);
}

/// The programs of all ranks for one task, in any segmentation and binding. What these have in
/// common is computed, and proved, once.
class Subject {
 public:
  Subject(const algorithms::Kernel& kernel, const algorithms::Task& task)
      : kernel_(kernel), task_(task), programs_(static_cast<std::size_t>(task.ranks)) {
    for (int rank = 0; rank < task.ranks; ++rank) {
      algorithms::Task own = task;
      own.rank = rank;
      schedule::Schedule flat = schedule::flatten(kernel.generate(own));
      if (gets_all(rank)) in_place_.push_back(program::directed(flat, program::Binding::in_place));
      separate_.push_back(program::directed(std::move(flat), program::Binding::separate));
    }
  }

  /// What is wrong with separate buffers, or "". The cost claim is checked for whole messages only.
  std::string fault_of_separate(const program::Segmentation& segmentation) {
    fault_alone_.clear();
    for (const schedule::Schedule& schedule : separate_)
      take(schedule, program::Binding::separate, segmentation);
    const std::string found = fault();
    return found.empty() && segmentation == program::Segmentation{}
               ? cost_fault(programs_, kernel_, task_)
               : found;
  }
  /// Whether some rank may have its result in place.
  [[nodiscard]] bool may_be_in_place() const { return !in_place_.empty(); }
  /// What is wrong if the ranks that get the whole result have it in place, or "". Must be called after
  /// fault_of_separate() of the same segmentation, which has made the other ranks' programs.
  std::string fault_in_place(const program::Segmentation& segmentation) {
    std::erase_if(fault_alone_, [&](const Defect& defect) { return gets_all(defect.rank); });
    for (const schedule::Schedule& schedule : in_place_)
      take(schedule, program::Binding::in_place, segmentation);
    return fault();
  }

 private:
  [[nodiscard]] bool gets_all(int rank) const {
    return schedule::gets_all(task_.collective, task_.root, rank);
  }

  void take(const schedule::Schedule& schedule, program::Binding binding,
            const program::Segmentation& segmentation) {
    program::Program& program = programs_[static_cast<std::size_t>(schedule.rank)];
    program = program::compile(schedule, binding, segmentation);
    const Proof alone = check_alone(program);
    if (!alone.holds()) fault_alone_.push_back(alone.defects[0]);
  }

  [[nodiscard]] std::string fault() const {
    if (!fault_alone_.empty()) return fault_alone_[0].text();
    const Proof together = check_together(
        programs_, goal_of(task_.recipients(), programs_[0].blocks, order_of(kernel_, task_)));
    if (!together.holds()) return together.defects[0].text();
    return "";
  }

  const algorithms::Kernel& kernel_;
  algorithms::Task task_;
  std::vector<schedule::Schedule> separate_;  // by rank
  std::vector<schedule::Schedule> in_place_;  // of the ranks that get the whole result
  std::vector<program::Program> programs_;    // by rank
  std::vector<Defect> fault_alone_;           // of single programs, one for each rank
};

/// Rank r is on node r mod `count`.
algorithms::Nodes in_turn(int ranks, int count) {
  std::vector<std::uint64_t> node_of_rank(static_cast<std::size_t>(ranks));
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank)
    node_of_rank[rank] = rank % static_cast<std::size_t>(count) + 1;
  return algorithms::Nodes(node_of_rank);
}

/// The placements on nodes that are proved: for kernels that depend on nodes, a few that differ in
/// everything that matters.
std::vector<algorithms::Nodes> layouts_for(const algorithms::Kernel& kernel, int ranks) {
  if (kernel.carrier != algorithms::Carrier::both) return {algorithms::Nodes{}};
  if (ranks > algorithms::most_ranks_in_full)
    return {ranks % 2 == 0 ? algorithms::Nodes::in_succession(ranks, 4)
                           : in_turn(ranks, ranks / 4)};
  std::vector<algorithms::Nodes> layouts{in_turn(ranks, 3)};
  for (const int ranks_per_node : {2, 3, 4, ranks - 1, ranks})
    if (ranks_per_node > 0 && ranks_per_node <= ranks)
      layouts.push_back(algorithms::Nodes::in_succession(ranks, ranks_per_node));
  return layouts;
}

/// Calls visit(task) for all tasks within the scope.
template <class Visit>
void for_each_task(const algorithms::Kernel& kernel, const Scope& scope, Visit visit) {
  for (const algorithms::Nodes& nodes : layouts_for(kernel, scope.ranks))
    for (const schedule::Collective collective : schedule::all_collectives) {
      if (!kernel.serves(collective)) continue;
      algorithms::Task task{.collective = collective, .ranks = scope.ranks, .nodes = nodes};
      for (algorithms::Parameters& parameters :
           algorithms::all_parameters(kernel, task, algorithms::Variants::telling)) {
        task.parameters = std::move(parameters);
        for (const int root : schedule::has_root(collective) ? scope.roots : std::vector{0}) {
          task.root = root;
          visit(task);
        }
      }
    }
}

std::string text_of(const algorithms::Nodes& nodes) {
  if (!nodes.are_known()) return "";
  return text::format(" on {} nodes with {} to {} {}", nodes.count(), nodes.fewest(), nodes.most(),
                      nodes.hold_successive_ranks() ? "successive ones" : "in turn");
}

bool is_proved_in_segments(const algorithms::Task& task, const Scope& scope) {
  return !schedule::has_root(task.collective) ||
         std::ranges::find(scope.roots_in_segments, task.root) != scope.roots_in_segments.end();
}

}  // namespace

Tally prove(const algorithms::Kernel& kernel, const Scope& scope) {
  Tally tally;
  for_each_task(kernel, scope, [&](const algorithms::Task& task) {
    Subject subject(kernel, task);
    for (const program::Segmentation& segmentation : scope.segmentations) {
      if (segmentation != program::Segmentation{} && !is_proved_in_segments(task, scope)) continue;
      const auto note = [&](std::string_view buffers, const std::string& found) {
        ++tally.proofs;
        if (found.empty()) return;
        tally.failures.push_back(text::format(
            "{}{}: {} on {} ranks{}, root {}, {}{}: {}", kernel.name,
            algorithms::text_of(kernel, task.parameters), schedule::name_of(task.collective),
            scope.ranks, text_of(task.nodes), task.root, buffers, text_of(segmentation), found));
      };
      note("separate buffers", subject.fault_of_separate(segmentation));
      if (subject.may_be_in_place()) note("in place", subject.fault_in_place(segmentation));
    }
  });
  return tally;
}

}  // namespace allfold::proof
