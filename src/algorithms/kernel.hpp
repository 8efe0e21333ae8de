/// @file Kernel: a communication algorithm as a row of data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/bracketing.hpp"
#include "algorithms/carrier.hpp"
#include "algorithms/claim.hpp"
#include "algorithms/parameter.hpp"
#include "algorithms/task.hpp"
#include "schedule/operand_order.hpp"
#include "schedule/plan.hpp"

namespace allfold::algorithms {

/// Small rings of more ranks send several vectors in one message.
inline constexpr int largest_ring_without_rows = 3;

/// What most kernels need: see Kernel::work_vectors.
[[nodiscard]] constexpr int two_vectors(const Task& /*task*/) { return 2; }

[[nodiscard]] constexpr std::int64_t any_bytes(const Task& /*task*/, schedule::Pace /*pace*/) {
  return 0;
}

[[nodiscard]] constexpr std::int64_t all_bytes(const Task& /*task*/) { return INT64_MAX; }

[[nodiscard]] constexpr bool no_rows(const Task& /*task*/) { return false; }

/// The bracketing of a kernel that has the same one for every task.
template <Bracketing bracketing>
[[nodiscard]] constexpr Bracketing always(const Task& /*task*/) {
  return bracketing;
}

struct Kernel {
  std::string_view name;
  std::string_view summary;
  std::string_view formula;  ///< cost of an Allreduce for powers of two; after "else": for other p
  std::string_view reference;
  /// Why the kernel is chosen only by name or by measurements; "": it competes with all others.
  std::string_view only_by_name = {};
  /// The collectives to which that applies.
  Collectives by_name_for = Collectives::any();
  /// The shortest vector, in bytes, for which the kernel competes on a network of that pace.
  std::int64_t (*least_bytes)(const Task& task, schedule::Pace pace) = any_bytes;
  /// The longest vector, in bytes, for which the kernel competes on equal terms. For longer ones it
  /// has to be clearly the cheapest.
  std::int64_t (*most_bytes)(const Task& task) = all_bytes;
  Collectives collectives;  ///< that it serves
  OperandOrder order;       ///< `any`: for commutative operations only
  Bracketing (*bracketing)(const Task& task);
  /// The largest work memory of a rank, in vectors.
  int (*work_vectors)(const Task& task) = two_vectors;
  /// Whether messages carry several adjacent vectors: see takes_rows().
  bool (*rows)(const Task& task) = no_rows;
  std::span<const Parameter> parameters = {};
  /// What its stages use. With `shared_memory` a Plan is one stage of all ranks.
  Carrier carrier = Carrier::messages;
  Plan (*generate)(const Task& task);
  /// The cost in closed form, for vectors that the blocks divide evenly.
  Claim (*claim)(const Task& task);

  [[nodiscard]] bool serves(Collective collective) const {
    return collectives.contains(collective);
  }
  /// Whether it is chosen only by name or by measurements.
  [[nodiscard]] bool is_only_by_name(Collective collective) const {
    return !only_by_name.empty() && by_name_for.contains(collective);
  }
};

/// Whether a kernel is made for ranks on these nodes: one of shared memory for one node, one of
/// both carriers for several nodes of which some hold several ranks, one of messages for all.
[[nodiscard]] bool suits_nodes(const Kernel& kernel, const Nodes& nodes);

/// The order in which a kernel takes operands. It may depend on the placement of the ranks.
[[nodiscard]] OperandOrder order_of(const Kernel& kernel, const Task& task);

/// Whether messages carry several adjacent vectors, as in rings of more than three ranks. Such
/// kernels cannot serve types whose elements interleave.
[[nodiscard]] bool takes_rows(const Kernel& kernel, const Task& task);

/// All combinations of the values of a kernel's parameters.
[[nodiscard]] std::vector<Parameters> all_parameters(const Kernel& kernel, const Task& task,
                                                     Variants which = Variants::all);

}  // namespace allfold::algorithms
