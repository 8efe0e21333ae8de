#include "mpi/native/predefined.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "mpi/native/handle.hpp"

namespace allfold::mpi::native {

namespace {

using Element = ops::ElementType;

constexpr unsigned in(Family family) { return 1U << static_cast<unsigned>(family); }

constexpr unsigned integers =
    in(Family::c_integer) | in(Family::fortran_integer) | in(Family::multi_language);
constexpr unsigned ordered = integers | in(Family::floating);
constexpr unsigned numbers = ordered | in(Family::complex);
constexpr unsigned truths = in(Family::c_integer) | in(Family::logical);
constexpr unsigned bits = integers | in(Family::byte);

/// The element types of a group of datatypes, found by their size.
using Representation = std::initializer_list<Element>;
constexpr Representation signed_integer{Element::int8, Element::int16, Element::int32,
                                        Element::int64, Element::int128};
constexpr Representation unsigned_integer{Element::uint8, Element::uint16, Element::uint32,
                                          Element::uint64};
// REAL*16 is not long double, even if both have the same size.
constexpr Representation real{Element::float32, Element::float64, Element::float128};
constexpr Representation complex{Element::complex_float32, Element::complex_float64,
                                 Element::complex_float128};

/// The predefined types, sorted by handle.
class PredefinedTypes {
 public:
  PredefinedTypes() {
    add(Family::c_integer, signed_integer,
        {MPI_SIGNED_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG_INT, MPI_INT8_T, MPI_INT16_T,
         MPI_INT32_T, MPI_INT64_T});
    add(Family::c_integer, unsigned_integer,
        {MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG,
         MPI_UNSIGNED_LONG_LONG, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T});
    add(Family::fortran_integer, signed_integer,
        {MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8});
    add(Family::floating, real,
        {MPI_FLOAT, MPI_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_REAL4, MPI_REAL8, MPI_REAL16});
    add(Family::floating, {Element::long_double}, {MPI_LONG_DOUBLE});
    add(Family::logical, unsigned_integer, {MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL});
    add(Family::complex, complex,
        {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX,
         MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32});
    add(Family::complex, {Element::complex_long_double},
        {MPI_C_LONG_DOUBLE_COMPLEX, MPI_CXX_LONG_DOUBLE_COMPLEX});
    add(Family::byte, {Element::uint8}, {MPI_BYTE});
    add(Family::multi_language, signed_integer, {MPI_AINT, MPI_OFFSET, MPI_COUNT});
    add(Family::pair, {Element::float_int}, {MPI_FLOAT_INT});
    add(Family::pair, {Element::double_int}, {MPI_DOUBLE_INT});
    add(Family::pair, {Element::long_int}, {MPI_LONG_INT});
    add(Family::pair, {Element::int_int}, {MPI_2INT, MPI_2INTEGER});
    add(Family::pair, {Element::short_int}, {MPI_SHORT_INT});
    add(Family::pair, {Element::long_double_int}, {MPI_LONG_DOUBLE_INT});
    add(Family::pair, {Element::float_float}, {MPI_2REAL});
    add(Family::pair, {Element::double_double}, {MPI_2DOUBLE_PRECISION});
    std::ranges::sort(types_, {}, number);
  }

  [[nodiscard]] std::span<const PredefinedType> all() const { return types_; }
  [[nodiscard]] const PredefinedType* find(MPI_Datatype datatype) const {
    const auto found = std::ranges::lower_bound(types_, number_of(datatype), {}, number);
    return found != types_.end() && found->datatype == datatype ? &*found : nullptr;
  }

 private:
  static std::uintptr_t number(const PredefinedType& type) { return number_of(type.datatype); }
  void add(Family family, Representation elements, std::initializer_list<MPI_Datatype> types) {
    for (MPI_Datatype datatype : types) {
      const std::int64_t size = datatype != MPI_DATATYPE_NULL ? size_of(datatype) : 0;
      if (size == 0) continue;  // the MPI library lacks it
      const exec::Layout layout = layout_of(datatype, size);
      std::optional<Element> element;
      for (const Element each : elements)
        if (static_cast<std::int64_t>(ops::size_of(each)) == layout.extent) element = each;
      types_.push_back({datatype, family, size, layout, element});
    }
  }

  std::vector<PredefinedType> types_;
};

const PredefinedTypes& all_types() {
  static const PredefinedTypes& types = *new PredefinedTypes;  // outlives exit handlers
  return types;
}

}  // namespace

exec::Layout layout_of(MPI_Datatype datatype, std::int64_t size) {
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

std::span<const PredefinedType> predefined_types() { return all_types().all(); }

const PredefinedType* find_predefined_type(MPI_Datatype datatype) {
  return all_types().find(datatype);
}

const PredefinedOp* find_predefined_op(MPI_Op op) {
  static const std::array operations{
      PredefinedOp{MPI_SUM, numbers, ops::ReductionOp::sum},
      PredefinedOp{MPI_MAX, ordered, ops::ReductionOp::max},
      PredefinedOp{MPI_MIN, ordered, ops::ReductionOp::min},
      PredefinedOp{MPI_PROD, numbers, ops::ReductionOp::prod},
      PredefinedOp{MPI_LAND, truths, ops::ReductionOp::land},
      PredefinedOp{MPI_LOR, truths, ops::ReductionOp::lor},
      PredefinedOp{MPI_LXOR, truths, ops::ReductionOp::lxor},
      PredefinedOp{MPI_BAND, bits, ops::ReductionOp::band},
      PredefinedOp{MPI_BOR, bits, ops::ReductionOp::bor},
      PredefinedOp{MPI_BXOR, bits, ops::ReductionOp::bxor},
      PredefinedOp{MPI_MAXLOC, in(Family::pair), ops::ReductionOp::maxloc},
      PredefinedOp{MPI_MINLOC, in(Family::pair), ops::ReductionOp::minloc},
      PredefinedOp{MPI_REPLACE, 0, std::nullopt},
      PredefinedOp{MPI_NO_OP, 0, std::nullopt}};
  const auto* found = std::ranges::find(operations, op, &PredefinedOp::op);
  return found != operations.end() ? &*found : nullptr;
}

}  // namespace allfold::mpi::native
