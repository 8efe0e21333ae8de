#include "select/program_times.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/programs.hpp"

namespace allfold::select {

bool ProgramTimes::serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         const cost::CostModel& model) {
  return kernel.carrier == algorithms::Carrier::messages && model.ranks_per_node == 1 &&
         task.ranks <= (model.knows_routes() ? most_ranks_with_routes : most_ranks);
}

// Between 8 and 16 bytes, such that one of the lengths is the first whose messages hide a gap
// entirely: up to that length, longer vectors hide more of the gap.
double ProgramTimes::first_length(const algorithms::Claim& claim, const cost::CostModel& model) {
  const cost::LinkCost link =
      algorithms::model_for(claim, model, 0).in_round_with(claim.cost.most_in_round, model.link);
  const double share_cost = claim.shortest_message * link.beta;
  if (!(link.gap < link.alpha) || link.gap <= 0 || share_cost <= 0) return least_bytes;
  const double doublings_to_hide = std::log2(link.gap / share_cost / least_bytes);
  return least_bytes * std::exp2(doublings_to_hide - std::floor(doublings_to_hide));
}

// Programs are run once for all lengths, for vectors of one byte on machines whose times per byte
// are multiplied by the lengths. If ranks share links, each root has its own times: those of
// rank 0 are taken, because most programs reduce to it.
ProgramTimes::Times ProgramTimes::times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                                           const algorithms::Claim& claim,
                                           const cost::CostModel& model, double first, int count) {
  if (schedule::has_root(task.collective))
    task.root = model.has_shared_links() ? 0 : task.ranks / 2;
  std::vector<cost::CostModel> machines;
  for (int i = 0; i < count; ++i) {
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
  return algorithms::program_seconds(
      algorithms::programs_of(kernel, task, program::Binding::separate), claim, machines, 1);
}

// Further lengths cost little compared with the first, except if links are simulated.
double ProgramTimes::seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                             const algorithms::Claim& claim, const cost::CostModel& model,
                             double bytes) {
  const double first = first_length(claim, model);
  const double lengths = bytes / first;
  const double place =
      std::clamp(std::floor(std::log2(std::max(lengths, 1.0))), 0.0, doublings - 1.0);
  const auto below = static_cast<int>(place);
  const int begin = model.has_shared_links() ? below : 0;
  const int count = model.has_shared_links() ? 2 : doublings + 1;
  const Times times = times_.get(
      kernel, task, model,
      [&] { return times_of(kernel, task, claim, model, std::ldexp(first, begin), count); },
      static_cast<std::size_t>(begin));
  const auto at = static_cast<std::size_t>(below - begin);
  const double share = lengths / std::exp2(place) - 1;
  return times[at] + share * (times[at + 1] - times[at]);
}

}  // namespace allfold::select
