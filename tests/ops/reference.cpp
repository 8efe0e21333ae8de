#include "reference.hpp"

#include <cstring>
#include <vector>

#include "types.hpp"

namespace allfold::ops::test {
namespace {

template <typename T>
T load(const void* from, std::size_t i) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(from) + i * sizeof(T), sizeof(T));
  return value;
}

/// Stores all bytes but the padding.
template <typename T>
void store(const T& value, void* to) {
  auto* const bytes = static_cast<std::byte*>(to);
  if constexpr (kind_of<T> == Kind::pair) {
    store(value.value, bytes + offsetof(T, value));
    store(value.index, bytes + offsetof(T, index));
  } else if constexpr (kind_of<T> == Kind::complex) {
    store(PartOf<T>(__real__ value), bytes);
    store(PartOf<T>(__imag__ value), bytes + sizeof(T) / 2);
  } else {
    std::memcpy(bytes, &value, value_bytes<T>);
  }
}

template <typename T>
T integer(ops::ReductionOp op, T left, T right) {
  // Wide enough for all bits that the result keeps.
  const auto a = static_cast<UnsignedInt128>(+left);
  const auto b = static_cast<UnsignedInt128>(+right);
  switch (op) {
    case ops::ReductionOp::sum: return static_cast<T>(a + b);
    case ops::ReductionOp::prod: return static_cast<T>(a * b);
    case ops::ReductionOp::max: return left > right ? left : right;
    case ops::ReductionOp::min: return left < right ? left : right;
    case ops::ReductionOp::land: return static_cast<T>(left && right ? 1 : 0);
    case ops::ReductionOp::lor: return static_cast<T>(left || right ? 1 : 0);
    case ops::ReductionOp::lxor: return static_cast<T>(!left != !right ? 1 : 0);
    case ops::ReductionOp::band: return static_cast<T>(a & b);
    case ops::ReductionOp::bor: return static_cast<T>(a | b);
    default: return static_cast<T>(a ^ b);
  }
}

template <typename T>
T floating(ops::ReductionOp op, T left, T right) {
  switch (op) {
    case ops::ReductionOp::sum: return left + right;
    case ops::ReductionOp::prod: return left * right;
    case ops::ReductionOp::max: return right > left ? right : left;
    default: return right < left ? right : left;
  }
}

/// As in Open MPI's loops: a is the left operand, b is the right one and the result.
template <typename T>
T pair(ops::ReductionOp op, T a, T b) {
  if (op == ops::ReductionOp::maxloc ? a.value > b.value : a.value < b.value) {
    b = a;
  } else if (a.value == b.value) {
    b.index = b.index < a.index ? b.index : a.index;
  }
  return b;
}

template <typename T>
T combined(ops::ReductionOp op, T left, T right) {
  if constexpr (kind_of<T> == Kind::integer) return integer(op, left, right);
  if constexpr (kind_of<T> == Kind::floating) return floating(op, left, right);
  if constexpr (kind_of<T> == Kind::complex) {
    return op == ops::ReductionOp::sum ? left + right : left * right;
  }
  if constexpr (kind_of<T> == Kind::pair) return pair(op, left, right);
}

template <typename Part>
void unify_part(std::byte* at) {
  const Part part = load<Part>(at, 0);
  if (__builtin_isnan(part)) store(static_cast<Part>(__builtin_nan("")), at);
}

template <typename T>
void unify(std::byte* at) {
  if constexpr (kind_of<T> == Kind::floating) unify_part<T>(at);
  if constexpr (kind_of<T> == Kind::complex) {
    unify_part<PartOf<T>>(at);
    unify_part<PartOf<T>>(at + sizeof(T) / 2);
  }
}

}  // namespace

bool is_defined(ops::ReductionOp op, ops::ElementType type) {
  const Kind kind = with_type(type, []<typename T>() { return kind_of<T>; });
  switch (op) {
    case ops::ReductionOp::sum:
    case ops::ReductionOp::prod: return kind != Kind::pair;
    case ops::ReductionOp::max:
    case ops::ReductionOp::min: return kind == Kind::integer || kind == Kind::floating;
    case ops::ReductionOp::maxloc:
    case ops::ReductionOp::minloc: return kind == Kind::pair;
    default: return kind == Kind::integer;
  }
}

void reference_reduce(ops::ReductionOp op, ops::ElementType type, void* into, const void* left,
                      const void* right, std::size_t elements) {
  with_type(type, [&]<typename T>() {
    auto* const to = static_cast<std::byte*>(into);
    for (std::size_t i = 0; i < elements; ++i) {
      store(combined(op, load<T>(left, i), load<T>(right, i)), to + i * sizeof(T));
    }
  });
}

void reference_reduce_many(ops::ReductionOp op, ops::ElementType type, void* into,
                           std::span<const void* const> operands, std::size_t elements) {
  with_type(type, [&]<typename T>() {
    auto* const to = static_cast<std::byte*>(into);
    for (std::size_t i = 0; i < elements; ++i) {
      T result = load<T>(operands[0], i);
      for (const void* operand : operands.subspan(1)) {
        result = combined(op, result, load<T>(operand, i));
      }
      store(result, to + i * sizeof(T));
    }
  });
}

void unify_nan(ops::ReductionOp op, ops::ElementType type, void* vector, std::size_t elements) {
  if (op != ops::ReductionOp::sum && op != ops::ReductionOp::prod) return;
  with_type(type, [&]<typename T>() {
    auto* const bytes = static_cast<std::byte*>(vector);
    for (std::size_t i = 0; i < elements; ++i) unify<T>(bytes + i * sizeof(T));
  });
}

}  // namespace allfold::ops::test
