#include "select/problem.hpp"

#include <algorithm>
#include <limits>

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

algorithms::Carrier carrier_of(const rules::Measurement& point) {
  if (point.ranks_per_node == 1) return algorithms::Carrier::messages;
  return point.ranks_per_node >= point.ranks ? algorithms::Carrier::shared_memory
                                             : algorithms::Carrier::both;
}

}  // namespace

schedule::Division division_of(std::int64_t elements, std::int64_t element_bytes,
                               Operations operation, const Configuration& configuration) {
  const UserOperations wanted = configuration.user_operations;
  const bool is_whole =
      (wanted == UserOperations::whole && elements <= std::numeric_limits<int>::max()) ||
      (wanted == UserOperations::automatic &&
       elements * element_bytes <= schedule::most_bytes_of_whole);
  return operation == Operations::of_the_user && is_whole ? schedule::Division::none
                                                          : schedule::Division::elements;
}

Units units_of(std::int64_t elements, std::int64_t element_bytes, Operations operation,
               const Configuration& configuration) {
  return division_of(elements, element_bytes, operation, configuration) == schedule::Division::none
             ? undivided
             : units_of(elements, element_bytes);
}

Problem problem_of(const rules::Measurement& point) {
  const bool is_ordered = point.operation == rules::OperationClass::ordered;
  const Operations operation = point.operation == rules::OperationClass::predefined
                                   ? Operations::predefined
                                   : Operations::of_the_user;
  return {.collective = point.collective,
          .ranks = point.ranks,
          .bytes = point.bytes,
          .units = units_of(point.bytes, 1, operation, Configuration{}),
          .order = is_ordered ? schedule::OperandOrder::rank_order : schedule::OperandOrder::any,
          .operation = operation,
          .carrier = carrier_of(point),
          .nodes = algorithms::Nodes::in_succession(point.ranks, point.ranks_per_node)};
}

algorithms::Task task_of(const Problem& problem) {
  return {.collective = problem.collective, .ranks = problem.ranks, .nodes = problem.nodes};
}

rules::OperationClass operation_class_of(const Problem& problem) {
  if (problem.order == schedule::OperandOrder::rank_order) return rules::OperationClass::ordered;
  return problem.operation == Operations::predefined ? rules::OperationClass::predefined
                                                     : rules::OperationClass::commutative;
}

int ranks_per_node_of(const Problem& problem) { return std::max(problem.nodes.most(), 1); }

std::string_view unfitness(const algorithms::Kernel& kernel,
                           const algorithms::Parameters& parameters, const Problem& problem) {
  const algorithms::Task task = task_with(parameters, problem);
  if (!keeps_order(kernel, task, problem)) return "does not keep rank order";
  if (!has_room(kernel, task, problem))
    return "gathers the vectors of all ranks, which Allfold does for predefined operations only";
  return "";
}

bool suits(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
           const Problem& problem) {
  return unfitness(kernel, parameters, problem).empty();
}

bool can_divide(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                const Problem& problem, CandidateCache& candidates) {
  if (problem.units.are_many()) return true;
  const std::int64_t blocks = candidates.blocks(kernel, task_with(parameters, problem));
  // Shares are given: they may be empty.
  return (schedule::goes_in_shares(problem.collective) && blocks == problem.ranks) ||
         problem.units.suffice_for(blocks);
}

bool is_long_enough(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                    const Problem& problem, schedule::Pace pace) {
  return problem.bytes >= kernel.least_bytes(task_with(parameters, problem), pace);
}

std::string_view obstacle(const algorithms::Kernel& kernel,
                          const algorithms::Parameters& parameters, const Problem& problem,
                          AllowedBrackets brackets, CandidateCache& candidates) {
  if (kernel.carrier != algorithms::Carrier::messages && kernel.carrier != problem.carrier)
    return kernel.carrier == algorithms::Carrier::both
               ? "needs ranks that share memory on their nodes"
               : "needs all ranks on one node, with shared memory";
  if (const std::string_view why = unfitness(kernel, parameters, problem); !why.empty()) return why;
  if (brackets == AllowedBrackets::class_f &&
      kernel.bracketing(task_with(parameters, problem)) != algorithms::Bracketing::class_f)
    return "does not bracket operands as ALLFOLD_REPRODUCIBLE=1 requires";
  if (!can_divide(kernel, parameters, problem, candidates))
    return "divides the vector into more blocks than it has elements";
  return "";
}

}  // namespace allfold::select
