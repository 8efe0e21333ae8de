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

/// A small ring of more ranks sends several vectors in a message.
inline constexpr int largest_ring_without_rows = 3;

/// What most kernels need: see Kernel::work_vectors.
[[nodiscard]] constexpr int two_vectors(const Task& /*task*/) { return 2; }

[[nodiscard]] constexpr std::int64_t any_bytes(const Task& /*task*/, schedule::Pace /*pace*/) {
  return 0;
}

[[nodiscard]] constexpr std::int64_t all_bytes(const Task& /*task*/) { return INT64_MAX; }

[[nodiscard]] constexpr bool no_rows(const Task& /*task*/) { return false; }

struct Kernel {
  std::string_view name;
  std::string_view summary;
  std::string_view formula;  ///< cost of an Allreduce, p a power of two; else
  std::string_view reference;
  /// Why it serves only where it is named, or was measured; "": it competes with all others.
  std::string_view only_by_name = {};
  /// The shortest vector in bytes, of all ranks' length, that it competes for on a network where
  /// messages go at that pace.
  std::int64_t (*least_bytes)(const Task& task, schedule::Pace pace) = any_bytes;
  /// The longest one before it has to be clearly the cheapest.
  std::int64_t (*most_bytes)(const Task& task) = all_bytes;
  bool serves_allreduce;
  bool serves_reduce;
  OperandOrder order;  ///< `any`: for commutative operations only
  Bracketing (*bracketing)(const Task& task);
  /// The work memory of a rank, in vectors, at the most.
  int (*work_vectors)(const Task& task) = two_vectors;
  /// Whether messages take several vectors at once, which lie beside each other: see takes_rows.
  bool (*rows)(const Task& task) = no_rows;
  std::span<const Parameter> parameters;
  /// What can carry its messages. With `shared_memory` its Plans are one stage, of all ranks.
  Carrier carrier = Carrier::messages;
  Plan (*generate)(const Task& task);
  /// The cost for vectors that the blocks divide, in closed form.
  Claim (*claim)(const Task& task);

  [[nodiscard]] bool serves(Collective collective) const {
    return collective == Collective::allreduce ? serves_allreduce : serves_reduce;
  }
};

/// Whether ranks on these nodes have what a kernel is made for; messages all have.
[[nodiscard]] bool suits_nodes(const Kernel& kernel, const Nodes& nodes);

/// In which order operands are taken. It may depend on where the ranks are.
[[nodiscard]] OperandOrder order_of(const Kernel& kernel, const Task& task);

/// Whether messages take several vectors at once, which lie beside each other: rings that keep more
/// than two others' vectors do. Vectors of types whose elements reach into each other cannot.
[[nodiscard]] bool takes_rows(const Kernel& kernel, const Task& task);

/// The values of a kernel's parameters, in all their combinations.
[[nodiscard]] std::vector<Parameters> all_parameters(const Kernel& kernel, const Task& task,
                                                     Variants which = Variants::all);

}  // namespace allfold::algorithms
