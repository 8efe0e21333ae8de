#include "mpi/operand.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mpi/process.hpp"

namespace allfold {

namespace {

/// The groups of types by which MPI says what operations are defined (MPI 3.1, section 5.9.2).
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

constexpr unsigned in(Family family) { return 1U << static_cast<unsigned>(family); }

constexpr unsigned integers =
    in(Family::c_integer) | in(Family::fortran_integer) | in(Family::multi_language);
constexpr unsigned ordered = integers | in(Family::floating);
constexpr unsigned numbers = ordered | in(Family::complex);
constexpr unsigned truths = in(Family::c_integer) | in(Family::logical);
constexpr unsigned bits = integers | in(Family::byte);

struct PredefinedType {
  MPI_Datatype datatype;
  Family family;
  std::int64_t size;
  Layout layout;
};

struct PredefinedOp {
  MPI_Op op;
  unsigned families;
};

Layout layout_of(MPI_Datatype datatype, std::int64_t size) {
  MPI_Aint lower_bound = 0;
  MPI_Aint extent = 0;
  MPI_Aint true_lower_bound = 0;
  MPI_Aint true_extent = 0;
  PMPI_Type_get_extent(datatype, &lower_bound, &extent);
  PMPI_Type_get_true_extent(datatype, &true_lower_bound, &true_extent);
  return {.extent = extent,
          .true_lower_bound = true_lower_bound,
          .true_extent = true_extent,
          .is_contiguous = true_lower_bound == 0 && extent == true_extent && extent == size};
}

std::int64_t size_of(MPI_Datatype datatype) {
  MPI_Count size = 0;
  PMPI_Type_size_x(datatype, &size);
  return size;
}

/// The predefined types, sorted by handle.
class PredefinedTypes {
 public:
  PredefinedTypes() {
    add(Family::c_integer, {MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT, MPI_UNSIGNED_SHORT,
                            MPI_INT, MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG_INT,
                            MPI_UNSIGNED_LONG_LONG, MPI_INT8_T, MPI_UINT8_T, MPI_INT16_T,
                            MPI_UINT16_T, MPI_INT32_T, MPI_UINT32_T, MPI_INT64_T, MPI_UINT64_T});
    add(Family::fortran_integer,
        {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
    add(Family::floating, {MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION,
                           MPI_REAL4, MPI_REAL8, MPI_REAL16});
    add(Family::logical, {MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL});
    add(Family::complex,
        {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
         MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX, MPI_COMPLEX,
         MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32});
    add(Family::byte, {MPI_BYTE});
    add(Family::multi_language, {MPI_AINT, MPI_OFFSET, MPI_COUNT});
    add(Family::pair, {MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT,
                       MPI_LONG_DOUBLE_INT, MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER});
    std::ranges::sort(types_, {}, address);
  }

  [[nodiscard]] const PredefinedType* find(MPI_Datatype datatype) const {
    const auto key = reinterpret_cast<std::uintptr_t>(datatype);
    const auto found = std::ranges::lower_bound(types_, key, {}, address);
    return found != types_.end() && found->datatype == datatype ? &*found : nullptr;
  }

 private:
  static std::uintptr_t address(const PredefinedType& type) {
    return reinterpret_cast<std::uintptr_t>(type.datatype);
  }
  void add(Family family, std::initializer_list<MPI_Datatype> datatypes) {
    for (MPI_Datatype datatype : datatypes) {
      const bool exists = datatype != MPI_DATATYPE_NULL;
      const std::int64_t size = exists ? size_of(datatype) : 0;
      if (size > 0) types_.push_back({datatype, family, size, layout_of(datatype, size)});
    }
  }

  std::vector<PredefinedType> types_;
};

const PredefinedOp* find_operation(MPI_Op op) {
  static const std::array operations{PredefinedOp{MPI_SUM, numbers},
                                     PredefinedOp{MPI_MAX, ordered},
                                     PredefinedOp{MPI_MIN, ordered},
                                     PredefinedOp{MPI_PROD, numbers},
                                     PredefinedOp{MPI_LAND, truths},
                                     PredefinedOp{MPI_LOR, truths},
                                     PredefinedOp{MPI_LXOR, truths},
                                     PredefinedOp{MPI_BAND, bits},
                                     PredefinedOp{MPI_BOR, bits},
                                     PredefinedOp{MPI_BXOR, bits},
                                     PredefinedOp{MPI_MAXLOC, in(Family::pair)},
                                     PredefinedOp{MPI_MINLOC, in(Family::pair)},
                                     PredefinedOp{MPI_REPLACE, 0},
                                     PredefinedOp{MPI_NO_OP, 0}};
  const auto* found = std::ranges::find(operations, op, &PredefinedOp::op);
  return found != operations.end() ? &*found : nullptr;
}

/// Types of MPI_Type_create_f90_* are their predefined counterparts of the same size.
MPI_Datatype without_f90(MPI_Datatype datatype, std::int64_t size) {
  int integers_used = 0;
  int addresses = 0;
  int datatypes = 0;
  int combiner = 0;
  PMPI_Type_get_envelope(datatype, &integers_used, &addresses, &datatypes, &combiner);
  const auto first_of_size = [&](std::initializer_list<MPI_Datatype> candidates) {
    for (MPI_Datatype candidate : candidates)
      if (candidate != MPI_DATATYPE_NULL && size_of(candidate) == size) return candidate;
    return datatype;
  };
  switch (combiner) {
    case MPI_COMBINER_F90_INTEGER:
      return first_of_size({MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
    case MPI_COMBINER_F90_REAL: return first_of_size({MPI_REAL4, MPI_REAL8, MPI_REAL16});
    case MPI_COMBINER_F90_COMPLEX:
      return first_of_size({MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32});
    default: return datatype;
  }
}

/// Whether the MPI library lets this type be sent. An uncommitted one it refuses, and so it is
/// asked on a communicator whose errors are returned, with a message to nobody.
bool can_be_sent(MPI_Datatype datatype) {
  return PMPI_Send(nullptr, 0, datatype, MPI_PROC_NULL, 0, process().own_self()) == MPI_SUCCESS;
}

Operand not_served(std::string_view reason) {
  Operand operand;
  operand.native_reason = reason;
  return operand;
}

}  // namespace

Operand operand_of(MPI_Datatype datatype, MPI_Op op) {
  static const PredefinedTypes& predefined = *new PredefinedTypes;  // outlives exit handlers
  const PredefinedOp* operation = find_operation(op);
  const PredefinedType* type = predefined.find(datatype);
  if (type == nullptr) {
    if (!can_be_sent(datatype)) return not_served("the datatype is not valid");
    type = predefined.find(without_f90(datatype, size_of(datatype)));
  }
  if (operation != nullptr && type == nullptr)
    return not_served("a predefined operation on a type of the user's");
  if (operation != nullptr && (operation->families & in(type->family)) == 0)
    return not_served("the operation is not defined for the type");

  Operand operand;
  if (operation == nullptr) {
    int commutes = 0;
    PMPI_Op_commutative(op, &commutes);
    operand.order = commutes != 0 ? OperandOrder::any : OperandOrder::rank_order;
  }
  // A user's function is called with the user's own handle.
  operand.datatype = operation == nullptr || type == nullptr ? datatype : type->datatype;
  operand.size = type != nullptr ? type->size : size_of(datatype);
  operand.layout = type != nullptr ? type->layout : layout_of(datatype, operand.size);
  if (operand.size == 0) return not_served("a type without data");
  return operand;
}

}  // namespace allfold
