/// @file Shared call: a call that goes through shared memory.
#pragma once

#include <optional>

#include "mpi/native.hpp"
#include "mpi/operand.hpp"
#include "node/elements.hpp"
#include "schedule/link.hpp"

namespace allfold {

class Communicator;
class Service;

/// How a call's elements lie in shared memory.
struct SharedForm {
  std::int64_t stride = 1;  ///< bytes from one to the next
  /// `packed`: as MPI packs them, which this rank's vectors are not.
  enum class Form : std::uint8_t { as_in_vectors, packed } form = Form::as_in_vectors;
  node::Elements::Results results = node::Elements::Results::cached;
};

/// None where elements are too large. Whether there is one, and its stride, all ranks know alike:
/// types of MPI's own lie in all ranks' vectors in one way, types of the user's may not.
/// `result_bytes` is what all ranks write of their results.
[[nodiscard]] std::optional<SharedForm> shared_form_of(const Operand& operand,
                                                       std::int64_t result_bytes);

/// Runs a call whose Service has a SharedForm.
[[nodiscard]] int run_in_shared_memory(const Arguments& call, Binding binding,
                                       const Service& service, Communicator& communicator);

}  // namespace allfold
