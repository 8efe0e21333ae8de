#include "ops/scalar.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "ops/scalar_ops.hpp"

namespace allfold::ops {
namespace {

/// A number at any address. A long double is loaded into its register and stored from there, so its
/// padding is not written.
template <typename T>
struct [[gnu::packed, gnu::may_alias]] Unaligned {
  T value;
};

template <typename T>
T load_number(const std::byte* from) {
  return reinterpret_cast<const Unaligned<T>*>(from)->value;
}
template <typename T>
void store(T value, std::byte* into) {
  reinterpret_cast<Unaligned<T>*>(into)->value = value;
}

template <typename T>
struct Access {
  static T load(const std::byte* from) { return load_number<T>(from); }
};
template <typename Part>
struct Access<ComplexOf<Part>> {
  using Complex = ComplexOf<Part>;
  static Complex load(const std::byte* from) {
    return {.re = load_number<Part>(from + offsetof(Complex, re)),
            .im = load_number<Part>(from + offsetof(Complex, im))};
  }
};
template <typename Value, typename Index>
struct Access<PairOf<Value, Index>> {
  using Pair = PairOf<Value, Index>;
  static Pair load(const std::byte* from) {
    return {.value = load_number<Value>(from + offsetof(Pair, value)),
            .index = load_number<Index>(from + offsetof(Pair, index))};
  }
};

template <typename T>
T load(const void* from, std::size_t element) {
  return Access<T>::load(static_cast<const std::byte*>(from) + element * sizeof(T));
}

template <typename Part>
void store(ComplexOf<Part> value, std::byte* into) {
  using Complex = ComplexOf<Part>;
  store(value.re, into + offsetof(Complex, re));
  store(value.im, into + offsetof(Complex, im));
}
template <typename Value, typename Index>
void store(PairOf<Value, Index> pair, std::byte* into) {
  using Pair = PairOf<Value, Index>;
  store(pair.value, into + offsetof(Pair, value));
  store(pair.index, into + offsetof(Pair, index));
}

template <ReductionOp op, typename T>
void reduce(void* into, const void* left, const void* right, std::size_t elements) {
  auto* const bytes = static_cast<std::byte*>(into);
  for (std::size_t i = 0; i < elements; ++i) {
    store(reduced<op>(load<T>(left, i), load<T>(right, i)), bytes + i * sizeof(T));
  }
}

template <ReductionOp op, typename T>
void reduce_range(void* into, const void* const* operands, std::size_t count, std::size_t first,
                  std::size_t last) {
  auto* const bytes = static_cast<std::byte*>(into);
  for (std::size_t i = first; i < last; ++i) {
    T result = load<T>(operands[0], i);
    for (std::size_t k = 1; k < count; ++k) result = reduced<op>(result, load<T>(operands[k], i));
    store(result, bytes + i * sizeof(T));
  }
}

template <ReductionOp op, typename T>
void reduce_many(void* into, std::span<const void* const> operands, std::size_t elements) {
  reduce_range<op, T>(into, operands.data(), operands.size(), 0, elements);
}

template <ReductionOp op, ElementType type>
constexpr Loop loop_of() {
  using E = Element<type>;
  if constexpr (is_defined(op, E::kind)) {
    return {.reduce = reduce<op, typename E::Type>,
            .reduce_many = reduce_many<op, typename E::Type>};
  } else {
    return {.reduce = nullptr, .reduce_many = nullptr};
  }
}

using LoopsOfOp = std::array<Loop, element_types>;

template <ReductionOp op, std::size_t... types>
constexpr LoopsOfOp loops_of(std::index_sequence<types...> /*all*/) {
  return {loop_of<op, static_cast<ElementType>(types)>()...};
}
template <std::size_t... ops>
constexpr std::array<LoopsOfOp, reduction_ops> loops(std::index_sequence<ops...> /*all*/) {
  return {loops_of<static_cast<ReductionOp>(ops)>(std::make_index_sequence<element_types>())...};
}

constexpr auto all_loops = loops(std::make_index_sequence<reduction_ops>());

}  // namespace

const Loop* find_scalar_loop(ReductionOp op, ElementType type) {
  const Loop& loop = all_loops[static_cast<std::size_t>(op)][static_cast<std::size_t>(type)];
  return loop.reduce == nullptr ? nullptr : &loop;
}

void multiply_complex_float32(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last) {
  reduce_range<ReductionOp::prod, ComplexOf<float>>(into, operands, count, first, last);
}

void multiply_complex_float64(void* into, const void* const* operands, std::size_t count,
                              std::size_t first, std::size_t last) {
  reduce_range<ReductionOp::prod, ComplexOf<double>>(into, operands, count, first, last);
}

}  // namespace allfold::ops
