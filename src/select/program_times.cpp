#include "select/program_times.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/programs.hpp"

namespace allfold::select {

bool ProgramTimes::serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         const cost::CostModel& model) {
  return kernel.carrier == algorithms::Carrier::messages && task.ranks <= most_ranks &&
         model.ranks_per_node == 1;
}

// Of 8 to 16 bytes, so that the length whose messages hide a gap entirely is one of those that are
// looked at: up to there longer vectors hide more of it.
double ProgramTimes::first_length(const algorithms::Claim& claim, const cost::CostModel& model) {
  const cost::LinkCost link =
      algorithms::model_for(claim, model, 0).in_round_with(claim.cost.most_in_round, model.link);
  const double share_cost = claim.shortest_message * link.beta;
  if (!(link.gap < link.alpha) || link.gap <= 0 || share_cost <= 0) return least_bytes;
  const double doublings_to_hide = std::log2(link.gap / share_cost / least_bytes);
  return least_bytes * std::exp2(doublings_to_hide - std::floor(doublings_to_hide));
}

// Programs are run once for all lengths, on machines that differ in the length of what they call a
// byte.
ProgramTimes::Times ProgramTimes::times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                                           const algorithms::Claim& claim,
                                           const cost::CostModel& model) {
  if (task.collective == schedule::Collective::reduce) task.root = task.ranks / 2;
  const double first = first_length(claim, model);
  std::vector<cost::CostModel> machines;
  for (int i = 0; i <= doublings; ++i) {
    const double bytes = std::ldexp(first, i);
    machines.push_back(algorithms::model_for(claim, model, bytes));
    machines.back().link.beta = model.link.beta * bytes;
    machines.back().gamma = model.gamma * bytes;
    machines.back().beta_adapter = model.beta_adapter * bytes;
    for (cost::NodeGroups* shared : {&machines.back().switches, &machines.back().groups}) {
      shared->beta_far *= bytes;
      shared->beta_pair *= bytes;
    }
  }
  Times times = {};
  std::ranges::copy(
      algorithms::program_seconds(algorithms::programs_of(kernel, task, program::Binding::separate),
                                  claim, machines, 1),
      times.begin());
  return times;
}

double ProgramTimes::seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                             const algorithms::Claim& claim, const cost::CostModel& model,
                             double bytes) {
  const Times times =
      times_.get(kernel, task, model, [&] { return times_of(kernel, task, claim, model); });
  const double lengths = bytes / first_length(claim, model);
  const double place =
      std::clamp(std::floor(std::log2(std::max(lengths, 1.0))), 0.0, doublings - 1.0);
  const auto below = static_cast<std::size_t>(place);
  const double share = lengths / std::exp2(place) - 1;
  return times[below] + share * (times[below + 1] - times[below]);
}

}  // namespace allfold::select
