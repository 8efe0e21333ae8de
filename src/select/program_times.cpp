#include "select/program_times.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/programs.hpp"
#include "cost/critical_path.hpp"

namespace allfold::select {

bool ProgramTimes::serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         const cost::CostModel& model) {
  return kernel.carrier == algorithms::Carrier::messages && task.ranks <= most_ranks &&
         model.ranks_per_node == 1;
}

// Programs are run once for all lengths, on machines that differ in the length of what they call a
// byte.
ProgramTimes::Times ProgramTimes::times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                                           const algorithms::Claim& claim,
                                           const cost::CostModel& model) {
  if (task.collective == schedule::Collective::reduce) task.root = task.ranks / 2;
  std::vector<cost::CostModel> machines;
  for (int power = first_power; power <= last_power; ++power) {
    machines.push_back(algorithms::model_for(claim, model, std::ldexp(1, power)));
    machines.back().link.beta = std::ldexp(model.link.beta, power);
    machines.back().gamma = std::ldexp(model.gamma, power);
    machines.back().beta_far = std::ldexp(model.beta_far, power);
    machines.back().beta_adapter = std::ldexp(model.beta_adapter, power);
  }
  Times times = {};
  std::ranges::copy(
      cost::critical_paths(algorithms::programs_of(kernel, task, program::Binding::separate),
                           machines, 1),
      times.begin());
  return times;
}

double ProgramTimes::seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                             const algorithms::Claim& claim, const cost::CostModel& model,
                             double bytes) {
  const Times times =
      times_.get(kernel, task, model, [&] { return times_of(kernel, task, claim, model); });
  const double place =
      std::clamp(std::floor(std::log2(std::max(bytes, 1.0))), 1.0 * first_power, last_power - 1.0);
  const auto below = static_cast<std::size_t>(place - first_power);
  const double share = bytes / std::exp2(place) - 1;
  return times[below] + share * (times[below + 1] - times[below]);
}

}  // namespace allfold::select
