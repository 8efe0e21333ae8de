#include "select/problem.hpp"

#include <algorithm>

namespace allfold::select {

namespace {

algorithms::Task task_with(const algorithms::Parameters& parameters, const Problem& problem) {
  algorithms::Task task = task_of(problem);
  task.parameters = parameters;
  return task;
}

bool keeps_order(const algorithms::Kernel& kernel, const algorithms::Task& task,
                 const Problem& problem) {
  return problem.order == schedule::OperandOrder::any ||
         algorithms::order_of(kernel, task) == schedule::OperandOrder::rank_order;
}

bool has_room(const algorithms::Kernel& kernel, const algorithms::Task& task,
              const Problem& problem) {
  return problem.operation == Operations::predefined || !algorithms::takes_rows(kernel, task);
}

}  // namespace

algorithms::Task task_of(const Problem& problem) {
  return {.collective = problem.collective, .ranks = problem.ranks, .nodes = problem.nodes};
}

rules::OperationClass operation_class_of(const Problem& problem) {
  if (problem.order == schedule::OperandOrder::rank_order) return rules::OperationClass::ordered;
  return problem.operation == Operations::predefined ? rules::OperationClass::predefined
                                                     : rules::OperationClass::commutative;
}

int ranks_per_node_of(const Problem& problem) { return std::max(problem.nodes.most(), 1); }

bool suits(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
           const Problem& problem) {
  const algorithms::Task task = task_with(parameters, problem);
  return keeps_order(kernel, task, problem) && has_room(kernel, task, problem);
}

bool is_long_enough(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                    const Problem& problem, schedule::Pace pace) {
  return problem.bytes >= kernel.least_bytes(task_with(parameters, problem), pace);
}

std::string_view obstacle(const algorithms::Kernel& kernel,
                          const algorithms::Parameters& parameters, const Problem& problem,
                          AllowedBrackets brackets) {
  const algorithms::Task task = task_with(parameters, problem);
  if (kernel.carrier != algorithms::Carrier::messages && kernel.carrier != problem.carrier)
    return kernel.carrier == algorithms::Carrier::both
               ? "needs memory that ranks share inside nodes"
               : "needs memory that all ranks share";
  if (!keeps_order(kernel, task, problem)) return "takes operands in any order";
  if (!has_room(kernel, task, problem)) return "puts vectors in a row";
  if (brackets == AllowedBrackets::class_f &&
      kernel.bracketing(task) != algorithms::Bracketing::class_f)
    return "does not bracket as reproducible results need it";
  return "";
}

}  // namespace allfold::select
