/// @file Operand: what a datatype and an operation are, and whether Allfold serves them.
#pragma once

#include <mpi.h>

#include <string_view>

#include "exec/layout.hpp"
#include "ops/loops.hpp"
#include "select/problem.hpp"

namespace allfold::mpi::call {

/// What is to be reduced, from the call's datatype and operation.
struct Operand {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;  ///< for messages and reductions
  exec::Layout layout;
  std::int64_t size = 0;            ///< bytes of data per element
  const ops::Loop* loop = nullptr;  ///< null: the MPI library reduces
  /// Elements have the same layout as in packed form, so one rank can read another's.
  bool is_packed = false;
  bool has_predefined_type = false;  ///< the meaning of the call's handle never changes
  select::Operations operation = select::Operations::predefined;
  schedule::OperandOrder order =
      schedule::OperandOrder::any;  ///< rank_order if the operation does not commute
  /// Why the MPI library must serve the call; "" if Allfold serves it.
  std::string_view native_reason;

  /// Whether the meaning of both handles never changes.
  [[nodiscard]] bool is_predefined() const {
    return has_predefined_type && operation == select::Operations::predefined;
  }

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// Inspects a datatype and an operation, neither of which may be a null handle. Apart from calls
/// that the MPI library refuses before it communicates, `native_reason` is a pure function of
/// values that MPI guarantees to be equal on all ranks.
[[nodiscard]] Operand operand_of(MPI_Datatype datatype, MPI_Op op);

/// Whether the handles still denote that operand. Handles of derived datatypes and user-defined
/// operations may have been freed and reused.
[[nodiscard]] bool is_still(const Operand& operand, MPI_Datatype datatype, MPI_Op op);

}  // namespace allfold::mpi::call
