/// @file Shared call: a call that goes through shared memory.
#pragma once

#include <optional>

#include "mpi/native.hpp"
#include "mpi/operand.hpp"
#include "schedule/link.hpp"

namespace allfold {

class Communicator;
class Service;

/// How a call's elements lie in shared memory.
struct SharedForm {
  std::int64_t stride = 1;  ///< bytes from one to the next
  /// `packed`: as MPI packs them, which this rank's vectors are not.
  enum class Form : std::uint8_t { as_in_vectors, packed } form = Form::as_in_vectors;
};

/// None where elements are too large. Whether there is one, and its stride, all ranks know alike:
/// types of MPI's own lie in all ranks' vectors in one way, types of the user's may not.
[[nodiscard]] std::optional<SharedForm> shared_form_of(const Operand& operand);

/// Runs a call whose Service has a SharedForm.
[[nodiscard]] int run_in_shared_memory(const Arguments& call, Binding binding,
                                       const Service& service, Communicator& communicator);

}  // namespace allfold
