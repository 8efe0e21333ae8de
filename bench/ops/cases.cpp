#include "cases.hpp"

#include <fmt/format.h>

#include <cstring>
#include <random>

namespace allfold::bench {
namespace {

#if defined(__SIZEOF_FLOAT128__)
__extension__ using Float128 = __float128;
#endif

MPI_Op handle_of(ops::ReductionOp op) {
  switch (op) {
    case ops::ReductionOp::sum: return MPI_SUM;
    case ops::ReductionOp::prod: return MPI_PROD;
    case ops::ReductionOp::max: return MPI_MAX;
    case ops::ReductionOp::min: return MPI_MIN;
    case ops::ReductionOp::land: return MPI_LAND;
    case ops::ReductionOp::lor: return MPI_LOR;
    case ops::ReductionOp::lxor: return MPI_LXOR;
    case ops::ReductionOp::band: return MPI_BAND;
    case ops::ReductionOp::bor: return MPI_BOR;
    case ops::ReductionOp::bxor: return MPI_BXOR;
    case ops::ReductionOp::maxloc: return MPI_MAXLOC;
    case ops::ReductionOp::minloc: return MPI_MINLOC;
  }
  return MPI_OP_NULL;
}

// Optional types, which some MPI libraries lack.
#if !defined(MPI_INTEGER16)
#define MPI_INTEGER16 MPI_DATATYPE_NULL
#endif
#if !defined(MPI_REAL16)
#define MPI_REAL16 MPI_DATATYPE_NULL
#endif
#if !defined(MPI_COMPLEX32)
#define MPI_COMPLEX32 MPI_DATATYPE_NULL
#endif

MPI_Datatype handle_of(ops::ElementType type) {
  switch (type) {
    case ops::ElementType::int8: return MPI_INT8_T;
    case ops::ElementType::uint8: return MPI_UINT8_T;
    case ops::ElementType::int16: return MPI_INT16_T;
    case ops::ElementType::uint16: return MPI_UINT16_T;
    case ops::ElementType::int32: return MPI_INT32_T;
    case ops::ElementType::uint32: return MPI_UINT32_T;
    case ops::ElementType::int64: return MPI_INT64_T;
    case ops::ElementType::uint64: return MPI_UINT64_T;
    case ops::ElementType::int128: return MPI_INTEGER16;
    case ops::ElementType::float32: return MPI_FLOAT;
    case ops::ElementType::float64: return MPI_DOUBLE;
    case ops::ElementType::long_double: return MPI_LONG_DOUBLE;
    case ops::ElementType::float128: return MPI_REAL16;
    case ops::ElementType::complex_float32: return MPI_C_FLOAT_COMPLEX;
    case ops::ElementType::complex_float64: return MPI_C_DOUBLE_COMPLEX;
    case ops::ElementType::complex_long_double: return MPI_C_LONG_DOUBLE_COMPLEX;
    case ops::ElementType::complex_float128: return MPI_COMPLEX32;
    case ops::ElementType::float_int: return MPI_FLOAT_INT;
    case ops::ElementType::double_int: return MPI_DOUBLE_INT;
    case ops::ElementType::long_int: return MPI_LONG_INT;
    case ops::ElementType::int_int: return MPI_2INT;
    case ops::ElementType::short_int: return MPI_SHORT_INT;
    case ops::ElementType::long_double_int: return MPI_LONG_DOUBLE_INT;
    case ops::ElementType::float_float: return MPI_2REAL;
    case ops::ElementType::double_double: return MPI_2DOUBLE_PRECISION;
  }
  return MPI_DATATYPE_NULL;
}

/// Yields the same numbers in each run. NOLINTNEXTLINE(cert-msc32-c,cert-msc51-cpp)
std::minstd_rand numbers() { return std::minstd_rand(1); }

/// Writes numbers of type T at `first` and then every `stride` bytes.
template <typename T, typename Next>
void write(void* vector, std::size_t bytes, std::size_t first, std::size_t stride, Next next) {
  auto* const at = static_cast<std::byte*>(vector);
  for (std::size_t i = first; i + sizeof(T) <= bytes; i += stride) {
    const T value = static_cast<T>(next());
    std::memcpy(at + i, &value, sizeof value);
  }
}

template <typename T>
void fill_numbers(const Case& c, void* left, void* right) {
  std::minstd_rand random = numbers();
  const auto any = [&] { return static_cast<int>(random() % 2001) - 1000; };
  for (void* vector : {left, right}) write<T>(vector, c.bytes, 0, sizeof(T), any);
}

template <typename Value, typename Index>
void fill_pairs(const Case& c, void* left, void* right) {
  struct Pair {
    Value value;
    Index index;
  };
  std::minstd_rand random = numbers();
  const auto any = [&] { return static_cast<int>(random() % 2001) - 1000; };
  for (void* vector : {left, right}) {
    write<Value>(vector, c.bytes, 0, sizeof(Pair), any);
    write<Index>(vector, c.bytes, offsetof(Pair, index), sizeof(Pair), any);
  }
}

}  // namespace

std::string size_name(std::size_t bytes) {
  return bytes < (std::size_t{1} << 20) ? fmt::format("{}KiB", bytes >> 10)
                                        : fmt::format("{}MiB", bytes >> 20);
}

std::string name_of(const Case& c) {
  return fmt::format("{}/{}/{}", ops::name_of(c.op), ops::name_of(c.type), size_name(c.bytes));
}

const std::vector<std::size_t>& vector_sizes() {
  static const std::vector<std::size_t> sizes = {4U << 10, 256U << 10, 32U << 20};
  return sizes;
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const std::size_t bytes : vector_sizes()) {
    for (const ops::ElementType type : ops::all_element_types()) {
      for (const ops::ReductionOp op : ops::all_reduction_ops()) {
        const ops::Loop* const loop = ops::find_loop(op, type);
        if (loop == nullptr) continue;
        cases.push_back({.op = op,
                         .type = type,
                         .bytes = bytes,
                         .loop = loop,
                         .mpi_op = handle_of(op),
                         .mpi_type = handle_of(type)});
      }
    }
  }
  return cases;
}

void fill(const Case& c, void* left, void* right) {
  switch (c.type) {
    case ops::ElementType::float32:
    case ops::ElementType::complex_float32: return fill_numbers<float>(c, left, right);
    case ops::ElementType::float64:
    case ops::ElementType::complex_float64: return fill_numbers<double>(c, left, right);
    case ops::ElementType::long_double:
    case ops::ElementType::complex_long_double: return fill_numbers<long double>(c, left, right);
#if defined(__SIZEOF_FLOAT128__)
    case ops::ElementType::float128:
    case ops::ElementType::complex_float128: return fill_numbers<Float128>(c, left, right);
#endif
    case ops::ElementType::float_int: return fill_pairs<float, int>(c, left, right);
    case ops::ElementType::double_int: return fill_pairs<double, int>(c, left, right);
    case ops::ElementType::long_int: return fill_pairs<long, int>(c, left, right);
    case ops::ElementType::int_int: return fill_pairs<int, int>(c, left, right);
    case ops::ElementType::short_int: return fill_pairs<short, int>(c, left, right);
    case ops::ElementType::long_double_int: return fill_pairs<long double, int>(c, left, right);
    case ops::ElementType::float_float: return fill_pairs<float, float>(c, left, right);
    case ops::ElementType::double_double: return fill_pairs<double, double>(c, left, right);
    default: break;
  }
  std::minstd_rand random = numbers();
  for (void* vector : {left, right}) write<std::uint8_t>(vector, c.bytes, 0, 1, random);
}

}  // namespace allfold::bench
