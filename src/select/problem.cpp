#include "select/problem.hpp"

#include <algorithm>

namespace allfold {

namespace {

Task task_with(const Parameters& parameters, const Problem& problem) {
  Task task = task_of(problem);
  task.parameters = parameters;
  return task;
}

bool keeps_order(const Kernel& kernel, const Task& task, const Problem& problem) {
  return problem.order == OperandOrder::any || order_of(kernel, task) == OperandOrder::rank_order;
}

bool has_room(const Kernel& kernel, const Task& task, const Problem& problem) {
  return problem.operation == Operations::predefined || !takes_rows(kernel, task);
}

}  // namespace

Task task_of(const Problem& problem) {
  return {.collective = problem.collective, .ranks = problem.ranks, .nodes = problem.nodes};
}

OperationClass operation_class_of(const Problem& problem) {
  if (problem.order == OperandOrder::rank_order) return OperationClass::ordered;
  return problem.operation == Operations::predefined ? OperationClass::predefined
                                                     : OperationClass::commutative;
}

int ranks_per_machine_of(const Problem& problem) { return std::max(problem.nodes.most(), 1); }

bool suits(const Kernel& kernel, const Parameters& parameters, const Problem& problem) {
  const Task task = task_with(parameters, problem);
  return keeps_order(kernel, task, problem) && has_room(kernel, task, problem);
}

std::string_view obstacle(const Kernel& kernel, const Parameters& parameters,
                          const Problem& problem, Brackets brackets) {
  const Task task = task_with(parameters, problem);
  if (kernel.carrier != Carrier::messages && kernel.carrier != problem.carrier)
    return kernel.carrier == Carrier::both ? "needs memory that ranks share inside machines"
                                           : "needs memory that all ranks share";
  if (!keeps_order(kernel, task, problem)) return "takes operands in any order";
  if (!has_room(kernel, task, problem)) return "puts vectors in a row";
  if (brackets == Brackets::class_f && kernel.bracketing(task) != Bracketing::class_f)
    return "does not bracket as reproducible results need it";
  return "";
}

}  // namespace allfold
