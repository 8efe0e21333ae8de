// The expected results of the predefined operations, computed element by element without MPI.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_PREDEFINED_REFERENCE_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_PREDEFINED_REFERENCE_H

#include <algorithm>
#include <complex>
#include <concepts>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>

#include "support/random.h"

namespace allfold_test {

enum class Op { sum, prod, max, min, land, lor, lxor, band, bor, bxor, maxloc, minloc };

// The position of one element: `index` of rank `rank` of `ranks`.
struct Place {
  int ranks;
  int rank;
  std::size_t index;
};

// The element types that are not plain C++ numbers.
template <typename Integer>
struct Logical {  // 0 or 1
  Integer value;
  bool operator==(const Logical&) const = default;
};

template <typename Integer>
struct NoOverflow {  // sums and products fit; Open MPI's own loops may saturate
  Integer value;
  bool operator==(const NoOverflow&) const = default;
};

#ifdef __SIZEOF_FLOAT128__
// Fortran's REAL*16 and COMPLEX*32.
struct Quad {
  // NOLINTNEXTLINE(modernize-use-using): __extension__ stands before a declaration only.
  __extension__ typedef __float128 Value;
  Value value;
  explicit operator long double() const { return static_cast<long double>(value); }
};
struct QuadComplex {
  Quad real;
  Quad imaginary;
  explicit operator std::complex<long double>() const {
    return {static_cast<long double>(real), static_cast<long double>(imaginary)};
  }
};
#endif

template <typename Value, typename Location>
struct Pair {
  Value value;
  Location location;
  bool operator==(const Pair&) const = default;
};

inline std::uint64_t word_at(const Place& at, Op op) {
  return random_word(at.rank, at.index, static_cast<std::uint64_t>(op));
}

// --- integers -----------------------------------------------------------------------------------

template <std::integral T>
T sum_that_fits(const Place& at) {
  const std::uint64_t word = word_at(at, Op::sum);
  const T limit = static_cast<T>(std::numeric_limits<T>::max() / at.ranks);
  const auto size = static_cast<T>(word % (static_cast<std::uint64_t>(limit) + 1));
  return std::is_signed_v<T> && (word >> 63) ? static_cast<T>(-size) : size;
}

template <std::integral T>
T product_that_fits(const Place& at) {
  const std::uint64_t word = word_at(at, Op::prod);
  const auto ranks = static_cast<std::size_t>(at.ranks);
  const auto rank = static_cast<std::size_t>(at.rank);
  int factor = 1;
  if (rank == at.index % ranks) factor *= 3;
  if (rank == (7 * at.index + 1) % ranks) factor *= 5;
  return static_cast<T>(std::is_signed_v<T> && (word & 1) ? -factor : factor);
}

// A contribution for which results are true and false about equally often. A true value has a
// single random bit set.
template <std::integral T>
T logical_contribution(Op op, const Place& at) {
  const std::uint64_t word = word_at(at, op);
  const auto one_in_ranks = word % (2 * static_cast<std::uint64_t>(at.ranks)) == 0;
  const bool truth = op == Op::land  ? !one_in_ranks
                     : op == Op::lor ? one_in_ranks
                                     : (word & 1) != 0;
  return truth ? static_cast<T>(std::uint64_t{1} << ((word >> 32) % (8 * sizeof(T)))) : T{0};
}

template <std::integral T>
T contribution(Op op, const Place& at) {
  const std::uint64_t word = word_at(at, op);
  const std::uint64_t sparse = word & mixed(word) & mixed(word + 1);
  switch (op) {
    case Op::prod: return static_cast<T>(word | 1);  // odd: the product never becomes 0
    case Op::land:
    case Op::lor:
    case Op::lxor: return logical_contribution<T>(op, at);
    case Op::band: return static_cast<T>(~sparse);
    case Op::bor: return static_cast<T>(sparse);
    default: return static_cast<T>(word);
  }
}

template <std::integral T>
T combined(Op op, T lhs, T rhs) {
  const auto a = static_cast<std::uint64_t>(lhs);
  const auto b = static_cast<std::uint64_t>(rhs);
  switch (op) {
    case Op::sum: return static_cast<T>(a + b);
    case Op::prod: return static_cast<T>(a * b);
    case Op::max: return std::max(lhs, rhs);
    case Op::min: return std::min(lhs, rhs);
    case Op::land: return lhs && rhs;
    case Op::lor: return lhs || rhs;
    case Op::lxor: return !lhs != !rhs;
    case Op::band: return static_cast<T>(a & b);
    case Op::bor: return static_cast<T>(a | b);
    default: return static_cast<T>(a ^ b);
  }
}

template <typename T>
Logical<T> combined(Op op, Logical<T> lhs, Logical<T> rhs) {
  return {combined(op, lhs.value, rhs.value)};
}

template <typename T>
NoOverflow<T> combined(Op op, NoOverflow<T> lhs, NoOverflow<T> rhs) {
  return {combined(op, lhs.value, rhs.value)};
}

// --- pairs: few distinct values, so that there are ties, and the lower location must win --------

template <typename V, typename L>
Pair<V, L> combined(Op op, const Pair<V, L>& lhs, const Pair<V, L>& rhs) {
  if (lhs.value == rhs.value) return {lhs.value, std::min(lhs.location, rhs.location)};
  return (lhs.value < rhs.value) == (op == Op::minloc) ? lhs : rhs;
}

// --- floating point: the result is only bounded, as Allfold chooses the bracketing --------------

template <std::floating_point T>
T contribution(Op op, const Place& at) {
  return random_float<T>(word_at(at, op), op == Op::prod ? 1 : 8);
}

inline long double combined(Op op, long double lhs, long double rhs) {
  switch (op) {
    case Op::sum: return lhs + rhs;
    case Op::prod: return lhs * rhs;
    case Op::max: return std::max(lhs, rhs);
    default: return std::min(lhs, rhs);
  }
}

inline std::complex<long double> combined(Op op, std::complex<long double> lhs,
                                          std::complex<long double> rhs) {
  return op == Op::sum ? lhs + rhs : lhs * rhs;
}

// --- contribution and check of an element of any type -------------------------------------------

template <typename T>
struct ElementTraits {  // compared exactly
  using Wide = T;
  static T contribute(Op op, const Place& at) { return contribution<T>(op, at); }
  static std::string print(const T& value) { return std::to_string(value); }
};

template <typename T>
struct ElementTraits<Logical<T>> {
  using Wide = Logical<T>;
  static Wide contribute(Op op, const Place& at) {
    return {logical_contribution<T>(op, at) != 0 ? T{1} : T{0}};
  }
  static std::string print(const Wide& logical) { return std::to_string(logical.value); }
};

template <typename T>
struct ElementTraits<NoOverflow<T>> {
  using Wide = NoOverflow<T>;
  static Wide contribute(Op op, const Place& at) {
    if (op == Op::sum) return {sum_that_fits<T>(at)};
    if (op == Op::prod) return {product_that_fits<T>(at)};
    return {contribution<T>(op, at)};
  }
  static std::string print(const Wide& number) { return std::to_string(number.value); }
};

template <typename V, typename L>
struct ElementTraits<Pair<V, L>> {
  using Wide = Pair<V, L>;
  static Wide contribute(Op op, const Place& at) {
    const std::uint64_t word = word_at(at, op);
    return {static_cast<V>(static_cast<int>(word % 4) - 1), static_cast<L>((word >> 8) % 100)};
  }
  static std::string print(const Wide& pair) {
    std::ostringstream text;
    text << '(' << pair.value << ", " << pair.location << ')';
    return text.str();
  }
};

template <typename T>
std::string print_exactly(const T& value) {
  std::ostringstream text;
  text.precision(std::numeric_limits<long double>::max_digits10);
  text << value;
  return text.str();
}

template <std::floating_point T>
struct ElementTraits<T> {
  using Wide = long double;
  static T contribute(Op op, const Place& at) { return contribution<T>(op, at); }
  static std::string print(long double value) { return print_exactly(value); }
};

template <typename T>
struct ElementTraits<std::complex<T>> {
  using Wide = std::complex<long double>;
  static std::complex<T> contribute(Op op, const Place& at) {
    const T real = contribution<T>(op, at);
    const T imaginary = random_float<T>(mixed(word_at(at, op)), op == Op::prod ? 1 : 8);
    return {real, imaginary};
  }
  static std::string print(const Wide& value) { return print_exactly(value); }
};

#ifdef __SIZEOF_FLOAT128__
// Checked to the precision of a long double; all contributions are exact in it.
template <>
struct ElementTraits<Quad> {
  using Wide = long double;
  static Quad contribute(Op op, const Place& at) { return {contribution<long double>(op, at)}; }
  static std::string print(long double value) { return print_exactly(value); }
};
template <>
struct ElementTraits<QuadComplex> {
  using Wide = std::complex<long double>;
  static QuadComplex contribute(Op op, const Place& at) {
    const Wide value = ElementTraits<Wide>::contribute(op, at);
    return {{value.real()}, {value.imag()}};
  }
  static std::string print(const Wide& value) { return print_exactly(value); }
};
#endif

template <typename T>
struct Epsilon {  // exact types have none
  static constexpr long double value = 0;
};
template <std::floating_point T>
struct Epsilon<T> {
  static constexpr long double value = std::numeric_limits<T>::epsilon();
};
template <typename T>
struct Epsilon<std::complex<T>> {
  static constexpr long double value = 4 * Epsilon<T>::value;  // product: 4 products, 2 sums
};

#ifdef __SIZEOF_FLOAT128__
template <>
struct Epsilon<Quad> : Epsilon<long double> {};
template <>
struct Epsilon<QuadComplex> : Epsilon<std::complex<long double>> {};
#endif

// What is wrong with `got` as element `index` of the result, or "". Sums and products of
// floating-point values may be off by one rounding per operation, relative to the sum or product of
// the magnitudes; the factor 2 allows for the roundings of this function.
template <typename T>
std::string mismatch(Op op, int ranks, std::size_t index, const T& got) {
  using Wide = typename ElementTraits<T>::Wide;
  auto expected = static_cast<Wide>(ElementTraits<T>::contribute(op, {ranks, 0, index}));
  [[maybe_unused]] long double magnitude = 0;
  if constexpr (Epsilon<T>::value > 0) magnitude = std::abs(expected);
  for (int rank = 1; rank < ranks; ++rank) {
    const auto next = static_cast<Wide>(ElementTraits<T>::contribute(op, {ranks, rank, index}));
    expected = combined(op, expected, next);
    if constexpr (Epsilon<T>::value > 0) magnitude = combined(op, magnitude, std::abs(next));
  }
  const auto wide = static_cast<Wide>(got);
  if constexpr (Epsilon<T>::value > 0) {
    const bool exact = op == Op::max || op == Op::min;
    const long double bound = exact ? 0 : 2 * ranks * Epsilon<T>::value * magnitude;
    if (std::abs(wide - expected) <= bound) return "";
  } else if (wide == expected) {
    return "";
  }
  return "is " + ElementTraits<T>::print(wide) + ", not " + ElementTraits<T>::print(expected);
}

}  // namespace allfold_test

#endif
