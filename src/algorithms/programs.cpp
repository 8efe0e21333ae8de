#include "algorithms/programs.hpp"

namespace allfold::algorithms {

std::vector<program::Program> programs_of(const Kernel& kernel, const Task& task,
                                          program::Binding binding,
                                          const program::Segmentation& segmentation) {
  std::vector<program::Program> programs;
  programs.reserve(static_cast<std::size_t>(task.ranks));
  for (int rank = 0; rank < task.ranks; ++rank) {
    Task own = task;
    own.rank = rank;
    const bool gets_result = task.collective == Collective::allreduce || rank == task.root;
    programs.push_back(program::compile(
        kernel.generate(own), gets_result ? binding : program::Binding::separate, segmentation));
  }
  return programs;
}

}  // namespace allfold::algorithms
