#include "select/completed.hpp"

#include <algorithm>
#include <cstdint>

#include "algorithms/kernel_name.hpp"
#include "select/cheapest.hpp"

namespace allfold::select {

namespace {

/// Whether `parameters` have all values that are set in `set`.
bool are_as_set(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                const algorithms::Parameters& set) {
  return std::ranges::all_of(kernel.parameters, [&](const algorithms::Parameter& parameter) {
    const std::string value = parameter.get(set);
    return value.empty() || parameter.get(parameters) == value;
  });
}

/// The parameters that are set, with the kernel's preferences for those left open, if it has any.
algorithms::Parameters preferred(const algorithms::NamedKernel& named, const Problem& problem) {
  algorithms::Parameters parameters = named.parameters;
  for (const algorithms::Parameter& parameter : named.kernel->parameters)
    if (parameter.prefer != nullptr && parameter.get(parameters).empty())
      parameter.prefer(parameters, task_of(problem), problem.grid_rows);
  return parameters;
}

}  // namespace

algorithms::Parameters completed(const algorithms::NamedKernel& named, const Problem& problem,
                                 const Knowledge& knowledge, AllowedBrackets brackets,
                                 CandidateCache& candidates) {
  const algorithms::Task task = task_of(problem);
  const cost::CostModel model = as_met_by(*named.kernel, model_for(problem, knowledge));
  algorithms::Parameters wanted = preferred(named, problem);
  enum class Pieces : std::uint8_t { as_many_as_there_are, any };
  const auto cheapest_as = [&](const algorithms::Parameters& set, Pieces pieces) {
    return cheapest({.kernel = *named.kernel,
                     .task = task,
                     .brackets = brackets,
                     .model = model,
                     .bytes = static_cast<double>(problem.bytes),
                     .units = problem.units},
                    candidates, [&](const algorithms::Parameters& parameters) {
                      return are_as_set(*named.kernel, parameters, set) &&
                             suits(*named.kernel, parameters, problem) &&
                             (pieces == Pieces::any ||
                              can_divide(*named.kernel, parameters, problem, candidates));
                    });
  };
  // Values that the user has set are used even if they divide a vector into more pieces than it
  // has.
  for (const Pieces pieces : {Pieces::as_many_as_there_are, Pieces::any})
    for (const algorithms::Parameters& set : {wanted, named.parameters})
      if (const auto found = cheapest_as(set, pieces); found) return found->parameters;
  return wanted;
}

}  // namespace allfold::select
