#include "algorithms/programs.hpp"

#include "cost/critical_path.hpp"

namespace allfold::algorithms {

std::vector<program::Program> programs_of(const Kernel& kernel, const Task& task,
                                          program::Binding binding,
                                          const program::Segmentation& segmentation) {
  std::vector<program::Program> programs;
  programs.reserve(static_cast<std::size_t>(task.ranks));
  for (int rank = 0; rank < task.ranks; ++rank) {
    Task own = task;
    own.rank = rank;
    programs.push_back(program::compile(
        kernel.generate(own),
        gets_all(task.collective, task.root, rank) ? binding : program::Binding::separate,
        segmentation));
  }
  return programs;
}

std::vector<double> program_seconds(const std::vector<program::Program>& programs,
                                    const Claim& claim, std::span<const cost::CostModel> models,
                                    double bytes) {
  // On a torus a rank receives from two others at the same time, and no message overtakes these.
  if (!claim.exposed_reductions || models.front().torus.is_known())
    return cost::critical_paths(programs, models, bytes);
  std::vector<cost::CostModel> without(models.begin(), models.end());
  for (cost::CostModel& model : without) model.gamma = 0;
  std::vector<double> times = cost::critical_paths(programs, without, bytes);
  for (std::size_t m = 0; m < models.size(); ++m)
    times[m] = with_exposed_reductions(claim, times[m], models[m], bytes);
  return times;
}

double program_seconds(const std::vector<program::Program>& programs, const Claim& claim,
                       const cost::CostModel& model, double bytes) {
  return program_seconds(programs, claim, {&model, 1}, bytes).front();
}

}  // namespace allfold::algorithms
