#include "reductions/predefined_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cstring>

namespace allfold_test {
namespace {

template <typename T>
Element element_of() {
  return {.bytes = sizeof(T),
          .contribute =
              [](Op op, const Place& at, void* element) {
                const T value = ElementTraits<T>::contribute(op, at);
                std::memcpy(element, &value, sizeof value);
              },
          .mismatch =
              [](Op op, int ranks, std::size_t index, const void* got) {
                T value;
                std::memcpy(&value, got, sizeof value);
                return mismatch(op, ranks, index, value);
              }};
}

// Fortran's default kinds have the sizes with which the MPI library was built.
template <template <typename> typename Of>
Element integer_sized(std::size_t bytes) {
  switch (bytes) {
    case 1: return element_of<typename Of<std::int8_t>::type>();
    case 2: return element_of<typename Of<std::int16_t>::type>();
    case 4: return element_of<typename Of<std::int32_t>::type>();
    default: return element_of<typename Of<std::int64_t>::type>();
  }
}

template <typename T>
struct PlainOf {
  using type = T;
};
template <typename T>
struct LogicalOf {
  using type = Logical<T>;
};
template <typename T>
struct PairOf {
  using type = Pair<T, T>;
};

class Rows {
 public:
  template <typename T>
  void add(const char* name, MPI_Datatype datatype, TypeClass type_class) {
    add_row(name, datatype, type_class, element_of<T>());
  }

  void add_integer(const char* name, MPI_Datatype datatype) {
    add_row(name, datatype, TypeClass::fortran_integer, integer_sized<PlainOf>(size(datatype)));
  }

  void add_logical(const char* name, MPI_Datatype datatype) {
    add_row(name, datatype, TypeClass::logical, integer_sized<LogicalOf>(size(datatype)));
  }

  void add_integer_pair(const char* name, MPI_Datatype datatype) {
    add_row(name, datatype, TypeClass::pair, integer_sized<PairOf>(size(datatype) / 2));
  }

  std::vector<PredefinedType> take() { return std::move(rows_); }

 private:
  static std::size_t size(MPI_Datatype datatype) {
    int bytes = 0;
    if (datatype != MPI_DATATYPE_NULL) MPI_Type_size(datatype, &bytes);
    return static_cast<std::size_t>(bytes);
  }

  void add_row(const char* name, MPI_Datatype datatype, TypeClass type_class,
               const Element& element) {
    if (size(datatype) == 0) return;
    MPI_Aint lower_bound;
    MPI_Aint extent;
    MPI_Type_get_extent(datatype, &lower_bound, &extent);
    EXPECT_EQ(element.bytes, static_cast<std::size_t>(extent)) << name;
    rows_.push_back({name, datatype, type_class, element});
  }

  std::vector<PredefinedType> rows_;
};

void add_c_types(Rows& rows) {
  constexpr TypeClass integer = TypeClass::c_integer;
  rows.add<int>("MPI_INT", MPI_INT, integer);
  rows.add<long>("MPI_LONG", MPI_LONG, integer);
  rows.add<short>("MPI_SHORT", MPI_SHORT, integer);
  rows.add<unsigned short>("MPI_UNSIGNED_SHORT", MPI_UNSIGNED_SHORT, integer);
  rows.add<unsigned>("MPI_UNSIGNED", MPI_UNSIGNED, integer);
  // Open MPI 4.1 compares it as signed, and MPI_OFFSET as unsigned.
  rows.add<unsigned long>("MPI_UNSIGNED_LONG", MPI_UNSIGNED_LONG, integer);
  rows.add<long long>("MPI_LONG_LONG_INT", MPI_LONG_LONG_INT, integer);
  rows.add<unsigned long long>("MPI_UNSIGNED_LONG_LONG", MPI_UNSIGNED_LONG_LONG, integer);
  rows.add<signed char>("MPI_SIGNED_CHAR", MPI_SIGNED_CHAR, integer);
  rows.add<unsigned char>("MPI_UNSIGNED_CHAR", MPI_UNSIGNED_CHAR, integer);
  rows.add<std::int8_t>("MPI_INT8_T", MPI_INT8_T, integer);
  rows.add<std::int16_t>("MPI_INT16_T", MPI_INT16_T, integer);
  rows.add<std::int32_t>("MPI_INT32_T", MPI_INT32_T, integer);
  rows.add<std::int64_t>("MPI_INT64_T", MPI_INT64_T, integer);
  rows.add<std::uint8_t>("MPI_UINT8_T", MPI_UINT8_T, integer);
  rows.add<std::uint16_t>("MPI_UINT16_T", MPI_UINT16_T, integer);
  rows.add<std::uint32_t>("MPI_UINT32_T", MPI_UINT32_T, integer);
  rows.add<std::uint64_t>("MPI_UINT64_T", MPI_UINT64_T, integer);

  rows.add<float>("MPI_FLOAT", MPI_FLOAT, TypeClass::floating_point);
  rows.add<double>("MPI_DOUBLE", MPI_DOUBLE, TypeClass::floating_point);
  rows.add<long double>("MPI_LONG_DOUBLE", MPI_LONG_DOUBLE, TypeClass::floating_point);

  rows.add_logical("MPI_C_BOOL", MPI_C_BOOL);
  rows.add_logical("MPI_CXX_BOOL", MPI_CXX_BOOL);

  using FloatComplex = std::complex<float>;
  using DoubleComplex = std::complex<double>;
  using LongDoubleComplex = std::complex<long double>;
  constexpr TypeClass complex = TypeClass::complex;
  rows.add<FloatComplex>("MPI_C_COMPLEX", MPI_C_COMPLEX, complex);
  rows.add<FloatComplex>("MPI_C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX, complex);
  rows.add<DoubleComplex>("MPI_C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX, complex);
  rows.add<LongDoubleComplex>("MPI_C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX, complex);
  rows.add<FloatComplex>("MPI_CXX_FLOAT_COMPLEX", MPI_CXX_FLOAT_COMPLEX, complex);
  rows.add<DoubleComplex>("MPI_CXX_DOUBLE_COMPLEX", MPI_CXX_DOUBLE_COMPLEX, complex);
  rows.add<LongDoubleComplex>("MPI_CXX_LONG_DOUBLE_COMPLEX", MPI_CXX_LONG_DOUBLE_COMPLEX, complex);

  rows.add<std::uint8_t>("MPI_BYTE", MPI_BYTE, TypeClass::byte);
  rows.add<MPI_Aint>("MPI_AINT", MPI_AINT, TypeClass::multi_language);
  rows.add<MPI_Offset>("MPI_OFFSET", MPI_OFFSET, TypeClass::multi_language);
  rows.add<MPI_Count>("MPI_COUNT", MPI_COUNT, TypeClass::multi_language);

  constexpr TypeClass pair = TypeClass::pair;
  rows.add<Pair<float, int>>("MPI_FLOAT_INT", MPI_FLOAT_INT, pair);
  rows.add<Pair<double, int>>("MPI_DOUBLE_INT", MPI_DOUBLE_INT, pair);
  rows.add<Pair<long, int>>("MPI_LONG_INT", MPI_LONG_INT, pair);
  rows.add<Pair<int, int>>("MPI_2INT", MPI_2INT, pair);
  rows.add<Pair<short, int>>("MPI_SHORT_INT", MPI_SHORT_INT, pair);
  rows.add<Pair<long double, int>>("MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, pair);
}

// Fortran programs pass their own handles, which are not aliases of C's.
void add_fortran_types(Rows& rows) {
  rows.add_integer("MPI_INTEGER", MPI_INTEGER);
  rows.add_integer("MPI_INTEGER1", MPI_INTEGER1);
  rows.add_integer("MPI_INTEGER2", MPI_INTEGER2);
  rows.add_integer("MPI_INTEGER4", MPI_INTEGER4);
  rows.add_integer("MPI_INTEGER8", MPI_INTEGER8);

  rows.add<float>("MPI_REAL", MPI_REAL, TypeClass::floating_point);
#ifdef __SIZEOF_FLOAT128__
  // Open MPI interprets the bits of these as a C type of the same size.
  rows.add<Quad>("MPI_REAL16", MPI_REAL16, TypeClass::floating_point);
  rows.add<QuadComplex>("MPI_COMPLEX32", MPI_COMPLEX32, TypeClass::complex);
#elif LDBL_MANT_DIG == 113
  rows.add<long double>("MPI_REAL16", MPI_REAL16, TypeClass::floating_point);
  rows.add<std::complex<long double>>("MPI_COMPLEX32", MPI_COMPLEX32, TypeClass::complex);
#endif
  rows.add<float>("MPI_REAL4", MPI_REAL4, TypeClass::floating_point);
  rows.add<double>("MPI_REAL8", MPI_REAL8, TypeClass::floating_point);
  rows.add<double>("MPI_DOUBLE_PRECISION", MPI_DOUBLE_PRECISION, TypeClass::floating_point);

  rows.add_logical("MPI_LOGICAL", MPI_LOGICAL);

  using FloatComplex = std::complex<float>;
  using DoubleComplex = std::complex<double>;
  rows.add<FloatComplex>("MPI_COMPLEX", MPI_COMPLEX, TypeClass::complex);
  rows.add<FloatComplex>("MPI_COMPLEX8", MPI_COMPLEX8, TypeClass::complex);
  rows.add<DoubleComplex>("MPI_COMPLEX16", MPI_COMPLEX16, TypeClass::complex);
  rows.add<DoubleComplex>("MPI_DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX, TypeClass::complex);

  rows.add<Pair<float, float>>("MPI_2REAL", MPI_2REAL, TypeClass::pair);
  rows.add<Pair<double, double>>("MPI_2DOUBLE_PRECISION", MPI_2DOUBLE_PRECISION, TypeClass::pair);
  rows.add_integer_pair("MPI_2INTEGER", MPI_2INTEGER);
}

// Handles of intrinsic kinds: predefined, but created by a call, so only their envelope identifies
// them.
void add_fortran_90_types(Rows& rows) {
  MPI_Datatype datatype;
  MPI_Type_create_f90_real(6, 30, &datatype);
  rows.add<float>("selected_real_kind(6, 30)", datatype, TypeClass::floating_point);
  MPI_Type_create_f90_real(15, 300, &datatype);
  rows.add<double>("selected_real_kind(15, 300)", datatype, TypeClass::floating_point);
  MPI_Type_create_f90_complex(15, 300, &datatype);
  rows.add<std::complex<double>>("complex of selected_real_kind(15, 300)", datatype,
                                 TypeClass::complex);
  MPI_Type_create_f90_integer(4, &datatype);
  rows.add_integer("selected_int_kind(4)", datatype);
  MPI_Type_create_f90_integer(12, &datatype);
  rows.add_integer("selected_int_kind(12)", datatype);
}

}  // namespace

const std::vector<PredefinedOp>& predefined_ops() {
  static const std::vector<PredefinedOp> ops = {
      {"MPI_SUM", MPI_SUM, Op::sum},          {"MPI_PROD", MPI_PROD, Op::prod},
      {"MPI_MAX", MPI_MAX, Op::max},          {"MPI_MIN", MPI_MIN, Op::min},
      {"MPI_LAND", MPI_LAND, Op::land},       {"MPI_LOR", MPI_LOR, Op::lor},
      {"MPI_LXOR", MPI_LXOR, Op::lxor},       {"MPI_BAND", MPI_BAND, Op::band},
      {"MPI_BOR", MPI_BOR, Op::bor},          {"MPI_BXOR", MPI_BXOR, Op::bxor},
      {"MPI_MAXLOC", MPI_MAXLOC, Op::maxloc}, {"MPI_MINLOC", MPI_MINLOC, Op::minloc},
  };
  return ops;
}

const std::vector<PredefinedType>& predefined_types() {
  static const std::vector<PredefinedType> types = [] {
    Rows rows;
    add_c_types(rows);
    add_fortran_types(rows);
    add_fortran_90_types(rows);
    return rows.take();
  }();
  return types;
}

bool allowed(Op op, TypeClass type_class) {
  using enum TypeClass;
  const auto is_one_of = [&](std::initializer_list<TypeClass> classes) {
    return std::find(classes.begin(), classes.end(), type_class) != classes.end();
  };
  switch (op) {
    case Op::max:
    case Op::min: return is_one_of({c_integer, fortran_integer, floating_point, multi_language});
    case Op::sum:
    case Op::prod:
      return is_one_of({c_integer, fortran_integer, floating_point, complex, multi_language});
    case Op::land:
    case Op::lor:
    case Op::lxor: return is_one_of({c_integer, logical});
    case Op::band:
    case Op::bor:
    case Op::bxor: return is_one_of({c_integer, fortran_integer, byte, multi_language});
    default: return type_class == pair;
  }
}

std::vector<UnlistedCombination> unlisted_combinations() {
  Rows rows;
#ifdef OPEN_MPI  // other MPI libraries refuse them
  rows.add<NoOverflow<signed char>>("MPI_CHAR", MPI_CHAR, TypeClass::c_integer);
  rows.add<NoOverflow<std::uint8_t>>("MPI_BYTE", MPI_BYTE, TypeClass::c_integer);
  rows.add<MPI_Aint>("MPI_AINT", MPI_AINT, TypeClass::c_integer);
  rows.add_logical("MPI_LOGICAL1", MPI_LOGICAL1);
  rows.add_logical("MPI_LOGICAL2", MPI_LOGICAL2);
  rows.add_logical("MPI_LOGICAL4", MPI_LOGICAL4);
  rows.add_logical("MPI_LOGICAL8", MPI_LOGICAL8);
#endif
  std::vector<UnlistedCombination> combinations;
  for (const PredefinedType& type : rows.take()) {
    for (const PredefinedOp& op : predefined_ops()) {
      if (allowed(op.op, type.type_class)) combinations.push_back({type, op});
    }
  }
  return combinations;
}

}  // namespace allfold_test
