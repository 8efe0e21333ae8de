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

/// Who has defined the operation. Predefined operations are on predefined types, whose elements lie
/// one after the other; user-defined ones may be on types whose elements interleave.
enum class Operations : std::uint8_t { predefined, of_the_user };

struct Problem {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 1;
  std::int64_t bytes = 0;  ///< count times the size of the type
  Units units = {};        ///< into how many pieces a vector can be divided
  /// `any` for commutative operations; others need rank order.
  schedule::OperandOrder order = schedule::OperandOrder::any;
  Operations operation = Operations::predefined;
  int grid_rows = 0;  ///< rows of the communicator's own grid; 0: it has none
  /// What can carry data between the ranks of a node, and between nodes.
  algorithms::Carrier carrier = algorithms::Carrier::messages;
  algorithms::Nodes nodes = {};  ///< which ranks share a node

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// How a vector of `elements` elements may be cut: a user-defined operation may treat the whole
/// vector as one record, if it has no more elements than an int, the operation's argument, counts.
[[nodiscard]] schedule::Division division_of(std::int64_t elements, std::int64_t element_bytes,
                                             Operations operation,
                                             const Configuration& configuration);
/// Into how many pieces a vector of `elements` elements can be divided.
[[nodiscard]] Units units_of(std::int64_t elements, std::int64_t element_bytes,
                             Operations operation, const Configuration& configuration);

/// The problem that was measured, with a default configuration.
[[nodiscard]] Problem problem_of(const rules::Measurement& point);

[[nodiscard]] algorithms::Task task_of(const Problem& problem);

/// The class of the problem's operation.
[[nodiscard]] rules::OperationClass operation_class_of(const Problem& problem);

/// The number of ranks of the largest node; 1 if the nodes are not known.
[[nodiscard]] int ranks_per_node_of(const Problem& problem);

/// Why a kernel cannot serve the problem's operation or its types, for example "does not keep rank
/// order"; "" if it can.
[[nodiscard]] std::string_view unfitness(const algorithms::Kernel& kernel,
                                         const algorithms::Parameters& parameters,
                                         const Problem& problem);
[[nodiscard]] bool suits(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                         const Problem& problem);

/// Whether a vector has at least one unit for each block into which a kernel divides it.
[[nodiscard]] bool can_divide(const algorithms::Kernel& kernel,
                              const algorithms::Parameters& parameters, const Problem& problem,
                              CandidateCache& candidates);

/// Whether the vectors are long enough for a kernel to compete, on a network of that pace.
[[nodiscard]] bool is_long_enough(const algorithms::Kernel& kernel,
                                  const algorithms::Parameters& parameters, const Problem& problem,
                                  schedule::Pace pace);

/// Why a kernel cannot serve, unless the user insists on it, for example "takes operands in any
/// order"; "" if it can.
[[nodiscard]] std::string_view obstacle(const algorithms::Kernel& kernel,
                                        const algorithms::Parameters& parameters,
                                        const Problem& problem, AllowedBrackets brackets,
                                        CandidateCache& candidates);

}  // namespace allfold::select
