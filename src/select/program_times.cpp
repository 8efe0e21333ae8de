#include "select/program_times.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/programs.hpp"
#include "cost/critical_path.hpp"

namespace allfold::select {

namespace {

// Vectors of 2^first ... 2^last bytes.
constexpr int first_power = 3;
constexpr int last_power = 28;

/// The times at all these lengths: programs are run once, on machines that differ in the length of
/// what they call a byte.
std::vector<double> times_of(const algorithms::Kernel& kernel, algorithms::Task task,
                             const cost::CostModel& model) {
  if (task.collective == schedule::Collective::reduce) task.root = task.ranks / 2;
  std::vector<cost::CostModel> machines;
  for (int power = first_power; power <= last_power; ++power) {
    machines.push_back(model);
    machines.back().link.beta = std::ldexp(model.link.beta, power);
    machines.back().gamma = std::ldexp(model.gamma, power);
    machines.back().beta_far = std::ldexp(model.beta_far, power);
    machines.back().beta_adapter = std::ldexp(model.beta_adapter, power);
  }
  return cost::critical_paths(algorithms::programs_of(kernel, task, program::Binding::separate),
                              machines, 1);
}

}  // namespace

std::size_t ProgramTimes::Hash::operator()(const Key& key) const {
  return algorithms::hash_of(key.parameters) * 31 + static_cast<std::size_t>(key.ranks);
}

bool ProgramTimes::serve(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         const cost::CostModel& model) {
  return kernel.carrier == algorithms::Carrier::messages && task.ranks <= most_ranks &&
         model.ranks_per_node == 1;
}

double ProgramTimes::seconds(const algorithms::Kernel& kernel, const algorithms::Task& task,
                             const cost::CostModel& model, double bytes) {
  const cost::LinkCost& link = model.link;
  Key key{.kernel = &kernel,
          .collective = task.collective,
          .ranks = task.ranks,
          .model = {link.alpha, link.beta, link.gap, link.f_alpha, link.f_beta, model.gamma,
                    model.nodes_per_group, model.beta_far, model.beta_adapter},
          .parameters = task.parameters};
  const std::lock_guard lock(mutex_);
  auto found = times_.find(key);
  if (found == times_.end()) {
    // They are found anew soon: forgetting all is simpler than forgetting the oldest.
    if (times_.size() >= most_programs) times_.clear();
    found = times_.emplace(std::move(key), times_of(kernel, task, model)).first;
  }
  const double place =
      std::clamp(std::floor(std::log2(std::max(bytes, 1.0))), 1.0 * first_power, last_power - 1.0);
  const auto below = static_cast<std::size_t>(place - first_power);
  const double share = bytes / std::exp2(place) - 1;
  return found->second[below] + share * (found->second[below + 1] - found->second[below]);
}

}  // namespace allfold::select
