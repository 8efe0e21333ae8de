/// @file Scalar operations: the result of each operation for two elements.
#pragma once

#include <type_traits>

#include "ops/element.hpp"

namespace allfold::ops {

/// The unsigned type in which integers of type T are computed, so that they wrap. It is at least as
/// wide as int: narrower types would be promoted to int.
template <typename T>
struct WrapsAs {
  using Type = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
};
template <>
struct WrapsAs<Int128> {
  using Type = UnsignedInt128;
};

template <typename T>
constexpr bool is_floating = std::is_floating_point_v<T> || std::is_same_v<T, Float128>;

template <typename T>
T sum(T left, T right) {
  if constexpr (is_floating<T>) {
    return left + right;
  } else {
    using U = typename WrapsAs<T>::Type;
    return static_cast<T>(static_cast<U>(left) + static_cast<U>(right));
  }
}
template <typename Part>
ComplexOf<Part> sum(ComplexOf<Part> left, ComplexOf<Part> right) {
  return {.re = left.re + right.re, .im = left.im + right.im};
}

template <typename T>
T prod(T left, T right) {
  if constexpr (is_floating<T>) {
    return left * right;
  } else {
    using U = typename WrapsAs<T>::Type;
    return static_cast<T>(static_cast<U>(left) * static_cast<U>(right));
  }
}

template <typename Part>
bool is_nan(Part x) {
  return __builtin_isnan(x);
}
template <typename Part>
bool is_infinite(Part x) {
  return x == static_cast<Part>(__builtin_inff()) || x == -static_cast<Part>(__builtin_inff());
}
template <typename Part>
bool is_negative(Part x) {
  return __builtin_signbit(x) != 0;
}

/// 1 for an infinite part and 0 for a finite one, with the sign of the part.
template <typename Part>
Part boxed(Part x) {
  const Part box = is_infinite(x) ? Part{1} : Part{0};
  return is_negative(x) ? -box : box;
}
template <typename Part>
ComplexOf<Part> boxed(ComplexOf<Part> z) {
  return {.re = boxed(z.re), .im = boxed(z.im)};
}
/// Replaces NaN parts by zeros with the same sign.
template <typename Part>
ComplexOf<Part> without_nan(ComplexOf<Part> z) {
  return {.re = is_nan(z.re) ? boxed(z.re) : z.re, .im = is_nan(z.im) ? boxed(z.im) : z.im};
}
template <typename Part>
bool is_infinite(ComplexOf<Part> z) {
  return is_infinite(z.re) || is_infinite(z.im);
}

/// The product where the formula gives NaN + NaN i (C99, Annex G): infinite if an operand or a
/// partial product is infinite.
///
/// Not inlined, and with parts as arguments: otherwise this rare case would force the operands of
/// the common one into memory.
template <typename Part>
[[gnu::cold, gnu::noinline]] ComplexOf<Part> recovered_prod(Part left_re, Part left_im,
                                                            Part right_re, Part right_im) {
  ComplexOf<Part> left{.re = left_re, .im = left_im};
  ComplexOf<Part> right{.re = right_re, .im = right_im};
  const ComplexOf<Part> by_re{.re = left.re * right.re, .im = left.re * right.im};
  const ComplexOf<Part> by_im{.re = left.im * right.im, .im = left.im * right.re};
  bool infinite = false;
  if (is_infinite(left)) {
    left = boxed(left);
    right = without_nan(right);
    infinite = true;
  }
  if (is_infinite(right)) {
    right = boxed(right);
    left = without_nan(left);
    infinite = true;
  }
  if (!infinite && (is_infinite(by_re) || is_infinite(by_im))) {
    left = without_nan(left);
    right = without_nan(right);
    infinite = true;
  }
  if (!infinite) return {.re = by_re.re - by_im.re, .im = by_re.im + by_im.im};
  const auto infinity = static_cast<Part>(__builtin_inff());
  return {.re = infinity * (left.re * right.re - left.im * right.im),
          .im = infinity * (left.re * right.im + left.im * right.re)};
}

template <typename Part>
ComplexOf<Part> prod(ComplexOf<Part> left, ComplexOf<Part> right) {
  const ComplexOf<Part> product{.re = left.re * right.re - left.im * right.im,
                                .im = left.re * right.im + left.im * right.re};
  if (is_nan(product.re) && is_nan(product.im)) {
    return recovered_prod(left.re, left.im, right.re, right.im);
  }
  return product;
}

template <ReductionOp op, typename T>
T reduced_pair(T left, T right) {
  const bool takes_left =
      op == ReductionOp::maxloc ? left.value > right.value : left.value < right.value;
  if (takes_left) return left;
  if (left.value == right.value && !(right.index < left.index)) right.index = left.index;
  return right;
}

template <ReductionOp op, typename T>
T reduced(T left, T right) {
  if constexpr (op == ReductionOp::sum) {
    return sum(left, right);
  } else if constexpr (op == ReductionOp::prod) {
    return prod(left, right);
  } else if constexpr (op == ReductionOp::max) {
    return right > left ? right : left;
  } else if constexpr (op == ReductionOp::min) {
    return right < left ? right : left;
  } else if constexpr (op == ReductionOp::land) {
    return left != 0 && right != 0;
  } else if constexpr (op == ReductionOp::lor) {
    return left != 0 || right != 0;
  } else if constexpr (op == ReductionOp::lxor) {
    return (left != 0) != (right != 0);
  } else if constexpr (op == ReductionOp::band) {
    return static_cast<T>(left & right);
  } else if constexpr (op == ReductionOp::bor) {
    return static_cast<T>(left | right);
  } else if constexpr (op == ReductionOp::bxor) {
    return static_cast<T>(left ^ right);
  } else {
    return reduced_pair<op>(left, right);
  }
}

}  // namespace allfold::ops
