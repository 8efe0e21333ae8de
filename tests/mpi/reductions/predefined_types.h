// The predefined operations and datatypes of MPI 3.1, section 5.9.2, as table rows.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_PREDEFINED_TYPES_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_PREDEFINED_TYPES_H

#include <mpi.h>

#include <string>
#include <vector>

#include "reductions/predefined_reference.h"

namespace allfold_test {

enum class TypeClass {
  c_integer,
  fortran_integer,
  floating_point,
  logical,
  complex,
  byte,
  multi_language,
  pair
};

// Creates and checks one element; the functions hide its C++ type.
struct Element {
  std::size_t bytes;
  void (*contribute)(Op op, const Place& at, void* element);
  std::string (*mismatch)(Op op, int ranks, std::size_t index, const void* got);
};

struct PredefinedType {
  const char* name;
  MPI_Datatype datatype;
  TypeClass type_class;
  Element element;
};

struct PredefinedOp {
  const char* name;
  MPI_Op handle;
  Op op;
};

const std::vector<PredefinedOp>& predefined_ops();

// Excludes types that this MPI library lacks.
const std::vector<PredefinedType>& predefined_types();

// Whether MPI allows the operation on types of this class.
bool allowed(Op op, TypeClass type_class);

// Combinations that Open MPI accepts although MPI does not list them, and that programs use.
struct UnlistedCombination {
  PredefinedType type;
  PredefinedOp op;
};
std::vector<UnlistedCombination> unlisted_combinations();

}  // namespace allfold_test

#endif
