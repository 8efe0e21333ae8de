/// @file The predefined datatypes and operations of MPI.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>

#include "exec/layout.hpp"
#include "ops/loops.hpp"

namespace allfold::mpi::native {

/// The groups of types for which MPI defines operations (MPI 3.1, section 5.9.2).
enum class Family : std::uint8_t {
  c_integer,
  fortran_integer,
  floating,
  logical,
  complex,
  byte,
  multi_language,
  pair,
};

struct PredefinedType {
  MPI_Datatype datatype;
  Family family;
  std::int64_t size;  ///< bytes of data
  exec::Layout layout;
  std::optional<ops::ElementType> element;  ///< empty if there is no such type in ops/
};

struct PredefinedOp {
  MPI_Op op;
  unsigned families;  ///< a bit for each family for which it is defined
  std::optional<ops::ReductionOp> loop;

  [[nodiscard]] bool is_defined_for(Family family) const {
    return (families >> static_cast<unsigned>(family) & 1U) != 0;
  }
};

/// All that the MPI library has.
[[nodiscard]] std::span<const PredefinedType> predefined_types();
/// Null if it is not predefined, or of a type that is in no group.
[[nodiscard]] const PredefinedType* find_predefined_type(MPI_Datatype datatype);
[[nodiscard]] const PredefinedOp* find_predefined_op(MPI_Op op);

/// The layout of any datatype.
[[nodiscard]] exec::Layout layout_of(MPI_Datatype datatype, std::int64_t size);
[[nodiscard]] std::int64_t size_of(MPI_Datatype datatype);

}  // namespace allfold::mpi::native
