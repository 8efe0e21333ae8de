#include "comparison/deviation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "comparison/magnitudes.hpp"
#include "ops/element.hpp"
#include "ops/loops.hpp"
#include "results.hpp"

namespace allfold_test {
namespace {

using namespace allfold::comparison;
using allfold::ops::ComplexOf;
using allfold::ops::ElementType;
using allfold::ops::ReductionOp;
using Doubles = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double most = std::numeric_limits<double>::max();

const Form sum = form_of(ReductionOp::sum, ElementType::float64);
const Form product = form_of(ReductionOp::prod, ElementType::float64);
const Form greatest = form_of(ReductionOp::max, ElementType::float64);

/// The deviation of one element.
Deviation of(const Form& form, const Doubles& inputs, double a, double b) {
  std::vector<Doubles> vectors;
  for (const double input : inputs) vectors.push_back({input});
  return compared(form, vectors, {a}, {b});
}
Verdict verdict(const Form& form, const Doubles& inputs, double a, double b) {
  const Verdict one = of(form, inputs, a, b).verdict;
  EXPECT_EQ(of(form, inputs, b, a).verdict, one) << "the two results have no order";
  return one;
}

TEST(Rules, follow_from_operation_and_type) {
  EXPECT_EQ(sum.rule, Rule::sum);
  EXPECT_EQ(form_of(ReductionOp::sum, ElementType::complex_float128).rule, Rule::sum);
  EXPECT_EQ(product.rule, Rule::product);
  EXPECT_EQ(form_of(ReductionOp::prod, ElementType::int128).rule, Rule::bits);
  EXPECT_EQ(form_of(ReductionOp::land, ElementType::uint8).rule, Rule::bits);
  EXPECT_EQ(form_of(ReductionOp::maxloc, ElementType::int_int).rule, Rule::bits);
  EXPECT_EQ(form_of(ReductionOp::maxloc, ElementType::double_int).rule, Rule::selection);
  EXPECT_EQ(form_of_unknown(ElementType::float64).rule, Rule::unknown);
  EXPECT_EQ(form_of_bytes(5).stride, 5U);
  EXPECT_EQ(form_of(ReductionOp::minloc, ElementType::long_double_int).stride, 32U);
}

TEST(Sums, may_differ_by_the_bound_and_no_more) {
  // For two ranks: 2 (2 u / (1 - 2 u)) (1 + 1); the smallest normal numbers are negligible beside
  // it.
  const double u = std::ldexp(1, -53);
  const double bound = 2 * (2 * u / (1 - 2 * u)) * 2;
  EXPECT_EQ(of(sum, {1, -1}, 0, 0.99 * bound).verdict, Verdict::within);
  EXPECT_NEAR(of(sum, {1, -1}, 0, 0.5 * bound).worst, 0.5, 1e-9);
  EXPECT_NEAR(of(sum, {1, -1}, 0.25 * bound, -0.25 * bound).worst, 0.5, 1e-9);
  EXPECT_EQ(of(sum, {1, -1}, 0, 1.01 * bound).verdict, Verdict::mismatch);
  EXPECT_NEAR(of(sum, {1, -1}, 0, 3 * bound).worst, 3, 1e-9);
  EXPECT_EQ(of(sum, {1, -1}, 0, 0).verdict, Verdict::same);
}

TEST(Sums, of_more_ranks_may_differ_by_more) {
  const double u = std::ldexp(1, -53);
  EXPECT_NEAR(of(sum, Doubles(100, 1.0), 100, 100 + 2 * 100 * u * 100 * 0.5).worst, 0.5, 0.01);
}

TEST(Sums, of_all_types_have_a_bound_of_their_own) {
  const auto worst = []<class T>(ElementType type, T one, T unit) {
    const Form form = form_of(ReductionOp::sum, type);
    return compared<T>(form, {{one}, {one}}, {one}, {one + unit}).worst;
  };
  // 2·γ₂·2 is 8 u, and the distance from 1 to the next number is 2 u.
  EXPECT_NEAR(worst(ElementType::float32, 1.0F, std::numeric_limits<float>::epsilon()), 0.25, 1e-3);
  EXPECT_NEAR(worst(ElementType::float64, 1.0, std::numeric_limits<double>::epsilon()), 0.25, 1e-3);
  EXPECT_NEAR(worst(ElementType::long_double, 1.0L, std::numeric_limits<long double>::epsilon()),
              0.25, 1e-3);
}

TEST(Sums, of_quadruple_precision_have_theirs) {
  using allfold::ops::Float128;
  if (allfold::ops::size_of(ElementType::float128) == 0) GTEST_SKIP() << "there is no such type";
  if constexpr (!std::is_same_v<Float128, allfold::ops::NoElement>) {
    const Form form = form_of(ReductionOp::sum, ElementType::float128);
    Float128 unit = 1;
    for (int i = 0; i < 112; ++i) unit /= 2;
    const std::vector<std::vector<Float128>> inputs{{1}, {1}};
    EXPECT_NEAR(compared<Float128>(form, inputs, {1}, {1 + unit}).worst, 0.25, 1e-3);
    EXPECT_EQ(compared<Float128>(form, inputs, {1}, {1 + 5 * unit}).verdict, Verdict::mismatch);
  }
}

TEST(Sums, of_complex_numbers_are_compared_by_parts) {
  const Form form = form_of(ReductionOp::sum, ElementType::complex_float64);
  using Z = ComplexOf<double>;
  const std::vector<std::vector<Z>> inputs{{{1e9, 1}}, {{1e9, 1}}};
  EXPECT_EQ(compared<Z>(form, inputs, {{2e9, 2}}, {{2e9 + 5e-7, 2}}).verdict, Verdict::within);
  EXPECT_EQ(compared<Z>(form, inputs, {{2e9, 2}}, {{2e9, 2 + 1e-7}}).verdict, Verdict::mismatch);
}

TEST(Sums, zeros_have_no_sign_and_nans_no_payload) {
  EXPECT_EQ(verdict(sum, {0.0, -0.0}, 0.0, -0.0), Verdict::same);
  EXPECT_EQ(verdict(sum, {nan, 1}, nan, -nan), Verdict::same);
  EXPECT_EQ(verdict(sum, {nan, 1}, nan, 1), Verdict::mismatch) << "a NaN must not be lost";
  EXPECT_EQ(verdict(sum, {1, 1}, nan, 2), Verdict::mismatch) << "nor come from nowhere";
}

TEST(Sums, of_infinite_operands_are_not_finite) {
  EXPECT_EQ(verdict(sum, {infinity, 1}, infinity, infinity), Verdict::same);
  EXPECT_EQ(verdict(sum, {infinity, 1}, infinity, 5), Verdict::mismatch);
  EXPECT_EQ(verdict(sum, {infinity, -infinity}, nan, nan), Verdict::same);
}

TEST(Sums, that_may_overflow_on_the_way_depend_on_the_order) {
  EXPECT_EQ(verdict(sum, {most, most, -most, -most}, nan, 0), Verdict::order_sensitive);
  EXPECT_EQ(verdict(sum, {most, most, -most, -most}, infinity, 0), Verdict::order_sensitive);
  EXPECT_EQ(verdict(sum, {most / 8, 1}, infinity, most / 8), Verdict::mismatch);
}

TEST(Sums, of_numbers_that_may_be_flushed_to_zero_may_differ_by_them) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(verdict(sum, {tiny, tiny}, 0, 2 * tiny), Verdict::within);
  EXPECT_EQ(verdict(sum, {tiny, tiny}, 0, 1e-300), Verdict::mismatch);
}

TEST(Products, may_differ_relatively) {
  EXPECT_EQ(verdict(product, {3, 5, 7}, 105, 105 * (1 + 3e-16)), Verdict::within);
  EXPECT_EQ(verdict(product, {3, 5, 7}, 105, 105 * (1 + 3e-15)), Verdict::mismatch);
  EXPECT_EQ(verdict(product, {1e-100, 1e100}, 1, 1 + 1e-15), Verdict::mismatch);
  EXPECT_EQ(verdict(product, {3, -5}, -15, 15), Verdict::mismatch);
  EXPECT_EQ(verdict(product, {3, 5}, 15, 0), Verdict::mismatch);
  EXPECT_EQ(verdict(product, {nan, 1}, nan, 1), Verdict::mismatch);
  EXPECT_EQ(verdict(product, {2, 3}, nan, 6), Verdict::mismatch);
}

TEST(Products, that_may_overflow_or_vanish_on_the_way_depend_on_the_order) {
  EXPECT_EQ(verdict(product, {1e200, 1e200, 1e-200}, infinity, 1e200), Verdict::order_sensitive);
  EXPECT_EQ(verdict(product, {1e-200, 1e-200, 1e200}, 0, 1e-200), Verdict::order_sensitive);
  EXPECT_EQ(verdict(product, {0, 1e200, 1e200}, nan, 0), Verdict::order_sensitive);
  EXPECT_EQ(verdict(product, {0, 5}, 0.0, -0.0), Verdict::same);
}

TEST(Products, of_complex_numbers_are_compared_by_their_modulus) {
  const Form form = form_of(ReductionOp::prod, ElementType::complex_float64);
  using Z = ComplexOf<double>;
  const std::vector<std::vector<Z>> inputs{{{1e8, 1}}, {{1e8, -1}}};  // 1e16 + 1
  EXPECT_EQ(compared<Z>(form, inputs, {{1e16, 0}}, {{1e16, 8}}).verdict, Verdict::within);
  EXPECT_EQ(compared<Z>(form, inputs, {{1e16, 0}}, {{1e16, 80}}).verdict, Verdict::mismatch);
  EXPECT_EQ(compared<Z>(form, inputs, {{1e16, 0}}, {{1e16, 0}}).verdict, Verdict::same);
}

TEST(Products, of_complex_numbers_in_any_order_are_within_the_bound) {
  const Form form = form_of(ReductionOp::prod, ElementType::complex_float32);
  using Z = ComplexOf<float>;
  std::vector<std::vector<Z>> inputs;
  for (int rank = 0; rank < 7; ++rank) {
    inputs.emplace_back();
    for (int i = 0; i < 100; ++i) {
      const double angle = 0.7 * rank + 0.13 * i;
      inputs.back().push_back(
          {static_cast<float>(1.3 * std::cos(angle)), static_cast<float>(1.3 * std::sin(angle))});
    }
  }
  const auto reduced = [&](const std::vector<std::size_t>& order) {
    std::vector<Z> result = inputs[order[0]];
    for (std::size_t i = 1; i < order.size(); ++i)
      allfold::ops::find_loop(ReductionOp::prod, ElementType::complex_float32)
          ->reduce(result.data(), result.data(), inputs[order[i]].data(), result.size());
    return result;
  };
  const Deviation deviation =
      compared<Z>(form, inputs, reduced({0, 1, 2, 3, 4, 5, 6}), reduced({6, 2, 4, 0, 5, 3, 1}));
  EXPECT_EQ(deviation.verdict, Verdict::within);
  EXPECT_LT(deviation.worst, 0.5);
}

TEST(Selections, are_exact_but_for_zeros_and_nans) {
  EXPECT_EQ(verdict(greatest, {1, 2}, 2, 2), Verdict::same);
  EXPECT_EQ(verdict(greatest, {1, 2}, 2, 1), Verdict::mismatch);
  EXPECT_EQ(verdict(greatest, {0.0, -0.0}, 0.0, -0.0), Verdict::same);
  EXPECT_EQ(verdict(greatest, {3, nan, 5}, 3, 5), Verdict::order_sensitive);
  EXPECT_EQ(verdict(greatest, {1, infinity}, infinity, 1), Verdict::mismatch);
}

TEST(Selections, of_pairs_look_at_the_index_and_not_at_padding) {
  using P = allfold::ops::PairOf<double, int>;
  const Form form = form_of(ReductionOp::maxloc, ElementType::double_int);
  P a;
  P b;
  std::memset(&a, 0x11, sizeof a);
  std::memset(&b, 0x22, sizeof b);
  a.value = b.value = 3;
  a.index = b.index = 1;
  EXPECT_TRUE(are_same(form, &a, &b, 1));
  const std::vector<std::vector<P>> inputs{{{1, 0}}, {{3, 1}}};
  EXPECT_EQ(compared<P>(form, inputs, {{3, 1}}, {{3, 0}}).verdict, Verdict::mismatch);
  const std::vector<std::vector<P>> with_nan{{{nan, 0}}, {{3, 1}}};
  EXPECT_EQ(compared<P>(form, with_nan, {{3, 1}}, {{nan, 0}}).verdict, Verdict::order_sensitive);
}

TEST(WholeNumbers, must_be_equal) {
  const Form form = form_of(ReductionOp::sum, ElementType::int32);
  const std::vector<std::vector<int>> inputs{{1, 2, 3}, {1, 2, 3}};
  EXPECT_EQ(compared<int>(form, inputs, {2, 4, 6}, {2, 4, 6}).verdict, Verdict::same);
  const Deviation deviation = compared<int>(form, inputs, {2, 4, 6}, {2, 5, 7});
  EXPECT_EQ(deviation.verdict, Verdict::mismatch);
  EXPECT_EQ(deviation.worst, infinity);
  EXPECT_EQ(deviation.first, 1);
  EXPECT_EQ(deviation.count, 2);
}

TEST(LongDoubles, have_bytes_that_do_not_count) {
  long double a;
  long double b;
  std::memset(&a, 0x11, sizeof a);
  std::memset(&b, 0x22, sizeof b);
  a = 1.5L;
  b = 1.5L;
  EXPECT_TRUE(are_same(form_of(ReductionOp::sum, ElementType::long_double), &a, &b, 1));
  EXPECT_TRUE(are_same(form_of_unknown(ElementType::long_double), &a, &b, 1));
}

TEST(UnknownOperations, differ_by_rounding_or_are_unexplained) {
  const Form form = form_of_unknown(ElementType::float64);
  EXPECT_EQ(verdict(form, {1, 2}, 1, 2), Verdict::unexplained);
  EXPECT_EQ(verdict(form, {1, 2}, 3, 3 + 1e-12), Verdict::order_sensitive);
  EXPECT_EQ(verdict(form, {1e9, -1e9}, 0.5, 0), Verdict::order_sensitive) << "beside the inputs";
  EXPECT_EQ(verdict(form, {1, 2}, 1e9, 1e9 + 1), Verdict::order_sensitive) << "beside the results";
  EXPECT_EQ(verdict(form, {most, most}, most, -most), Verdict::order_sensitive);
  EXPECT_EQ(verdict(form, {1, 2}, most, -most), Verdict::unexplained);
  EXPECT_EQ(verdict(form, {1, 2}, infinity, 1), Verdict::order_sensitive);
  EXPECT_EQ(verdict(form, {1, 2}, nan, 1), Verdict::order_sensitive);
  EXPECT_EQ(verdict(form, {1, 2}, 0.0, -0.0), Verdict::order_sensitive);
  EXPECT_EQ(verdict(form, {1, 2}, 3, 3), Verdict::same);
  const char a[] = "abcdef";
  const char b[] = "abcdxf";
  EXPECT_FALSE(are_same(form_of_bytes(3), a, b, 2));
  EXPECT_TRUE(are_same(form_of_bytes(3), a, b, 1));
  const Deviation deviation = deviation_of(form_of_bytes(3), 2, a, b, nullptr, 2);
  EXPECT_EQ(deviation.verdict, Verdict::order_sensitive);
  EXPECT_EQ(deviation.first, 1);
}

TEST(UnknownOperations, on_whole_numbers_have_no_rounding) {
  const Form form = form_of_unknown(ElementType::int32);
  EXPECT_EQ(compared<std::int32_t>(form, {{1}, {2}}, {3}, {3}).verdict, Verdict::same);
  EXPECT_EQ(compared<std::int32_t>(form, {{1}, {2}}, {3}, {2}).verdict, Verdict::unexplained);
}

TEST(UnknownOperations, on_complex_numbers_differ_by_rounding_of_both_parts) {
  using Z = allfold::ops::ComplexOf<double>;
  const Form form = form_of_unknown(ElementType::complex_float64);
  const std::vector<std::vector<Z>> inputs{{{1, 1e9}}, {{2, 1}}};
  EXPECT_EQ(compared<Z>(form, inputs, {{3, 4}}, {{3.5, 4}}).verdict, Verdict::order_sensitive);
  EXPECT_EQ(compared<Z>(form, inputs, {{3, 4}}, {{3, 4000}}).verdict, Verdict::unexplained);
}

TEST(Deviations, name_the_first_of_the_worst_elements) {
  const std::vector<Doubles> inputs{{1, 1, 1, 1}, {1, 1, 1, 1}};
  const double near = 2 + 4e-16;
  const Deviation deviation = compared<double>(sum, inputs, {2, 2, 2, 2}, {near, 2, 3, 4});
  EXPECT_EQ(deviation.verdict, Verdict::mismatch);
  EXPECT_EQ(deviation.first, 2);
  EXPECT_EQ(deviation.count, 2);
  EXPECT_GT(deviation.worst, 1e15);
}

TEST(Magnitudes, overflow_with_infinite_operands_only) {
  const std::vector<Doubles> inputs(1000, Doubles{most});
  std::vector<const void*> vectors;
  for (const Doubles& input : inputs) vectors.push_back(input.data());
  double magnitude = 0;
  std::memcpy(&magnitude, magnitudes_of_all(sum, vectors, 1).data(), sizeof magnitude);
  EXPECT_TRUE(std::isfinite(magnitude));
  EXPECT_GT(magnitude, most / 4);
}

// Sums in any order stay within the bound, and reach a good part of it at most.
TEST(Magnitudes, hold_for_sums_in_any_order) {
  std::vector<Doubles> inputs;
  for (int rank = 0; rank < 9; ++rank) {
    inputs.emplace_back();
    for (int i = 0; i < 200; ++i)
      inputs.back().push_back(std::sin(rank * 12.9898 + i * 78.233) * std::pow(10, rank % 5));
  }
  Doubles up(200);
  Doubles down(200);
  for (std::size_t rank = 0; rank < inputs.size(); ++rank)
    for (std::size_t i = 0; i < up.size(); ++i) {
      up[i] += inputs[rank][i];
      down[i] += inputs[inputs.size() - 1 - rank][i];
    }
  const Deviation deviation = compared(sum, inputs, up, down);
  EXPECT_EQ(deviation.verdict, Verdict::within);
  EXPECT_GT(deviation.worst, 0);
}

}  // namespace
}  // namespace allfold_test
