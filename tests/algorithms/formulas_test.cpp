/// Compares the formulas for machines with a gap with the programs of all ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "algorithms/kernel_name.hpp"
#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "select/program_times.hpp"

namespace allfold::algorithms {
namespace {

constexpr double microsecond = 1e-6;
constexpr double nanosecond = 1e-9;

// In this order: a current network; a network five times as fast as its processors reduce; TCP; a
// network on which messages follow each other after a whole latency, as in the papers; one on which
// they follow at once; one on which a reduction takes as long as a message.
constexpr std::array machines{
    cost::CostModel{.link = {.alpha = microsecond, .beta = 0.08 * nanosecond, .gap = 0.4e-6},
                    .gamma = 0.02 * nanosecond},
    cost::CostModel{.link = {.alpha = microsecond, .beta = 0.02 * nanosecond, .gap = 0.2e-6},
                    .gamma = 0.1 * nanosecond},
    cost::CostModel{.link = {.alpha = 30 * microsecond,
                             .beta = nanosecond,
                             .gap = 5e-6,
                             .latency = cost::Latency::of_processors},
                    .gamma = 0.01 * nanosecond},
    cost::CostModel{.link = {.alpha = microsecond, .beta = 0.1 * nanosecond},
                    .gamma = 0.02 * nanosecond},
    cost::CostModel{.link = {.alpha = microsecond, .beta = 0.1 * nanosecond, .gap = 0},
                    .gamma = 0.02 * nanosecond},
    cost::CostModel{.link = {.alpha = microsecond, .beta = 0.08 * nanosecond, .gap = 0.4e-6},
                    .gamma = 0.08 * nanosecond},
};
constexpr std::array lengths{8.0, 4096.0, 65536.0, 1048576.0, 16777216.0};

/// Not only powers of two. With few ranks all parameters are tested.
std::vector<int> told_numbers_of_ranks() {
  return {2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 21, 24, 31, 45, 63, 64, 100, 127, 192, 256};
}

/// The roots that take longest in one of the kernels.
std::vector<int> roots_of(const Task& task) {
  if (task.collective == Collective::allreduce) return {0};
  std::vector<int> roots{task.ranks - 1, task.ranks / 2, std::max(task.ranks - 2, 0), 0};
  if (task.ranks > 64) roots.resize(2);
  return roots;
}

using Times = std::array<std::vector<double>, lengths.size()>;

/// The models that Claim adjusts to the messages of the kernel, for one length.
std::vector<cost::CostModel> machines_for(const Claim& claim, double length) {
  std::vector<cost::CostModel> all;
  all.reserve(machines.size());
  for (const cost::CostModel& machine : machines) all.push_back(model_for(claim, machine, length));
  return all;
}

/// The time of the slowest root, for each length on each of the machines.
Times times_of(const Kernel& kernel, Task task, const Claim& claim) {
  Times longest;
  longest.fill(std::vector<double>(machines.size(), 0));
  for (const int root : roots_of(task)) {
    task.root = root;
    const auto programs = programs_of(kernel, task, program::Binding::separate);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const std::vector<double> times =
          program_seconds(programs, claim, machines_for(claim, lengths[i]), lengths[i]);
      for (std::size_t m = 0; m < machines.size(); ++m)
        longest[i][m] = std::max(longest[i][m], times[m]);
    }
  }
  return longest;
}

/// Kernels with p^2 messages, or hundreds of segments, are run on fewer ranks: they are regular.
bool is_large(const Task& task, const Claim& claim) {
  return task.ranks > 64 && claim.cost.rounds > 100;
}

/// Calls visit(kernel, task) for each row, collective, number of ranks and parameters.
template <class Visit>
void for_each_task(Visit visit) {
  for (const Kernel& kernel : kernels())
    for (const Collective collective : schedule::all_collectives)
      for (const int ranks : told_numbers_of_ranks()) {
        if (!kernel.serves(collective) || kernel.carrier != Carrier::messages) continue;
        Task task{.collective = collective, .ranks = ranks};
        const Variants which = ranks <= 24 ? Variants::all : Variants::telling;
        for (const Parameters& parameters : all_parameters(kernel, task, which)) {
          task.parameters = parameters;
          if (ranks > 127 && is_large(task, kernel.claim(task))) continue;
          visit(kernel, task);
        }
      }
}

/// The number of a rank's messages in flight is limited. Without a gap, the latency of messages
/// that wait for the window adds to the time, which formulas ignore.
bool exceeds_window(const Claim& claim) { return 2 * claim.cost.rounds > program::message_window; }

struct Comparison {
  double formula;
  double programs;
  Claim::Sum sum;
  bool has_gap;
  int ranks;
  std::string where;
};

template <class Visit>
void for_each_comparison(Visit visit) {
  for_each_task([&](const Kernel& kernel, const Task& task) {
    const Claim claim = kernel.claim(task);
    const Times times = times_of(kernel, task, claim);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      for (std::size_t m = 0; m < machines.size(); ++m)
        if (machines[m].link.gap > 0 || !exceeds_window(claim))
          visit(Comparison{
              .formula = seconds(claim, model_for(claim, machines[m], lengths[i]), lengths[i]),
              .programs = times[i][m],
              .sum = claim.sum,
              .has_gap = machines[m].link.gap > 0,
              .ranks = task.ranks,
              .where = std::string(kernel.name) + text_of(kernel, task.parameters) + ", " +
                       std::string(name_of(task.collective)) + " of " +
                       std::to_string(static_cast<int>(lengths[i])) + " B on " +
                       std::to_string(task.ranks) + " ranks, machine " + std::to_string(m)});
  });
}

TEST(Formulas, agree_with_programs_or_are_bounds_not_far_from_them) {
  constexpr double tolerance = 0.02;
  int exact = 0;
  int bounds = 0;
  for_each_comparison([&](const Comparison& each) {
    EXPECT_GE(each.formula, each.programs * (1 - tolerance)) << each.where;
    if (each.sum == Claim::Sum::exact) {
      ++exact;
      EXPECT_LE(each.formula, each.programs * (1 + tolerance)) << each.where;
    } else if (each.has_gap) {
      ++bounds;
      EXPECT_LE(each.formula,
                each.programs * select::ProgramTimes::most_of_formula(each.sum, each.ranks))
          << each.where;
    }
  });
  // Ensures that no task is omitted, and that not every formula is declared a bound.
  EXPECT_GT(exact, 1000);
  EXPECT_GT(bounds, 1000);
}

}  // namespace
}  // namespace allfold::algorithms
