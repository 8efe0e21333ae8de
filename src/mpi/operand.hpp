/// @file Operand: what a datatype and an operation are, and whether Allfold serves them.
#pragma once

#include <mpi.h>

#include <string_view>

#include "exec/layout.hpp"
#include "ops/loops.hpp"
#include "select/problem.hpp"

namespace allfold::mpi {

/// What is to be reduced, as the call's datatype and operation tell.
struct Operand {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;  ///< to be used for messages and reductions
  exec::Layout layout;
  std::int64_t size = 0;            ///< bytes of data in an element
  const ops::Loop* loop = nullptr;  ///< for predefined operations; null: the MPI library's own
  /// Elements lie in memory as MPI packs them, so that one rank can read another's.
  bool is_packed = false;
  bool has_predefined_type = false;  ///< the call's handle means the same forever
  select::Operations operation = select::Operations::predefined;
  schedule::OperandOrder order =
      schedule::OperandOrder::any;  ///< rank_order for operations that do not commute
  /// Why the MPI library has to serve the call; "" if Allfold does.
  std::string_view native_reason;

  /// Whether both handles mean the same forever.
  [[nodiscard]] bool is_predefined() const {
    return has_predefined_type && operation == select::Operations::predefined;
  }

  friend bool operator==(const Operand&, const Operand&) = default;
};

/// Looks at a datatype and an operation, neither of them a null handle. A pure function of what MPI
/// guarantees to be equal on all ranks, as far as the native reason goes, except for calls that the
/// MPI library refuses before it communicates.
[[nodiscard]] Operand operand_of(MPI_Datatype datatype, MPI_Op op);

/// Whether the same handles still mean that operand: those of the user's may have been freed and
/// given to others since.
[[nodiscard]] bool is_still(const Operand& operand, MPI_Datatype datatype, MPI_Op op);

}  // namespace allfold::mpi
