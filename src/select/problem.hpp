/// @file Problem: what is to be reduced, as far as the choice of a kernel goes.
#pragma once

#include <cstdint>
#include <string_view>

#include "rules/rules.hpp"
#include "schedule/blocks.hpp"
#include "select/candidates.hpp"
#include "select/configuration.hpp"
#include "select/units.hpp"

namespace allfold::select {

/// Whose the operation is. Operations of MPI's are on types of MPI's, whose elements lie one after
/// the other; the user's may be on types whose elements reach into each other.
enum class Operations : std::uint8_t { predefined, of_the_user };

struct Problem {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< count times the size of the type
  Units units = {};        ///< what there is of them to divide
  /// `any` for commutative operations; others need rank order.
  schedule::OperandOrder order = schedule::OperandOrder::any;
  Operations operation = Operations::predefined;
  int grid_rows = 0;  ///< rows of the communicator's own grid; 0: it has none
  /// What can carry messages between ranks of one node, and of several.
  algorithms::Carrier carrier = algorithms::Carrier::messages;
  algorithms::Nodes nodes = {};  ///< which ranks share a node

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// How a vector of so many bytes may be cut: an operation of the program's may take all of it for one
/// record.
[[nodiscard]] schedule::Division division_of(std::int64_t bytes, Operations operation,
                                             const Configuration& configuration);
/// What there is to divide of one of so many elements.
[[nodiscard]] Units units_of(std::int64_t elements, std::int64_t element_bytes,
                             Operations operation, const Configuration& configuration);

/// Of what was measured, with nothing set by the user.
[[nodiscard]] Problem problem_of(const rules::Measurement& point);

[[nodiscard]] algorithms::Task task_of(const Problem& problem);

/// The class of its operation.
[[nodiscard]] rules::OperationClass operation_class_of(const Problem& problem);

/// Of the node that has most.
[[nodiscard]] int ranks_per_node_of(const Problem& problem);

/// Whether a kernel may serve the operation.
[[nodiscard]] bool suits(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                         const Problem& problem);

/// Whether there is something for each block into which a kernel divides the vectors.
[[nodiscard]] bool can_divide(const algorithms::Kernel& kernel,
                              const algorithms::Parameters& parameters, const Problem& problem,
                              CandidateCache& candidates);

/// Whether the vectors are long enough for a kernel to compete, where messages go at that pace.
[[nodiscard]] bool is_long_enough(const algorithms::Kernel& kernel,
                                  const algorithms::Parameters& parameters, const Problem& problem,
                                  schedule::Pace pace);

/// Why a kernel that the user does not insist on cannot serve, as in "takes operands in any order";
/// "" if it can.
[[nodiscard]] std::string_view obstacle(const algorithms::Kernel& kernel,
                                        const algorithms::Parameters& parameters,
                                        const Problem& problem, AllowedBrackets brackets,
                                        CandidateCache& candidates);

}  // namespace allfold::select
