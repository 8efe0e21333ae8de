#include "select/completed.hpp"

#include <algorithm>

#include "algorithms/kernel_name.hpp"

namespace allfold::select {

namespace {

/// Whether `parameters` are as `set`, where these are set.
bool are_as_set(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                const algorithms::Parameters& set) {
  return std::ranges::all_of(kernel.parameters, [&](const algorithms::Parameter& parameter) {
    const std::string value = parameter.get(set);
    return value.empty() || parameter.get(parameters) == value;
  });
}

/// The parameters that are set, and those left open that the kernel has a preference for.
algorithms::Parameters preferred(const algorithms::NamedKernel& named, const Problem& problem) {
  algorithms::Parameters parameters = named.parameters;
  for (const algorithms::Parameter& parameter : named.kernel->parameters)
    if (parameter.prefer != nullptr && parameter.get(parameters).empty())
      parameter.prefer(parameters, task_of(problem), problem.grid_rows);
  return parameters;
}

}  // namespace

algorithms::Parameters completed(const algorithms::NamedKernel& named, const Problem& problem,
                                 const cost::CostModel& model, AllowedBrackets brackets,
                                 CandidateCache& candidates) {
  const auto all = candidates.get(*named.kernel, task_of(problem), brackets);
  const algorithms::Parameters wanted = preferred(named, problem);
  for (const algorithms::Parameters& set : {wanted, named.parameters}) {
    const Candidate* found =
        cheapest(*all, model, static_cast<double>(problem.bytes), [&](const Candidate& candidate) {
          return are_as_set(*named.kernel, candidate.parameters, set) &&
                 suits(*named.kernel, candidate.parameters, problem);
        });
    if (found != nullptr) return found->parameters;
  }
  return wanted;
}

}  // namespace allfold::select
