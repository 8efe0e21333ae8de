#include "comparison/reference.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "ops/element.hpp"

namespace allfold_test {
namespace {

using namespace allfold::comparison;
using allfold::ops::ComplexOf;
using allfold::ops::ElementType;
using allfold::ops::ReductionOp;

template <class T>
std::vector<T> reference(ReductionOp op, ElementType type,
                         const std::vector<std::vector<T>>& inputs) {
  std::vector<const void*> vectors;
  vectors.reserve(inputs.size());
  for (const auto& input : inputs) vectors.push_back(input.data());
  const auto bytes = reference_of(op, form_of(op, type), vectors,
                                  static_cast<std::int64_t>(inputs.front().size()));
  std::vector<T> result(inputs.front().size());
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

TEST(References, of_sums_lose_nothing) {
  EXPECT_EQ(
      reference<double>(ReductionOp::sum, ElementType::float64, {{1e30, 1}, {1, 2}, {-1e30, 3}}),
      (std::vector<double>{1, 6}));
  EXPECT_EQ(reference<float>(ReductionOp::sum, ElementType::float32, {{1e30F}, {1}, {-1e30F}}),
            (std::vector<float>{1}));
  EXPECT_EQ(
      reference<long double>(ReductionOp::sum, ElementType::long_double, {{1e30L}, {1}, {-1e30L}}),
      (std::vector<long double>{1}));
}

TEST(References, of_sums_may_be_infinite) {
  EXPECT_GT(reference<double>(ReductionOp::sum, ElementType::float64, {{1e308}, {1e308}})[0],
            1.7e308);
  const long double largest = std::numeric_limits<long double>::max();
  EXPECT_GT(
      reference<long double>(ReductionOp::sum, ElementType::long_double, {{largest}, {largest}})[0],
      largest);
}

TEST(References, of_complex_numbers) {
  using Z = ComplexOf<double>;
  const std::vector<std::vector<Z>> inputs{{{1, 2}}, {{3, 4}}, {{5, 6}}};
  const Z of_sum = reference<Z>(ReductionOp::sum, ElementType::complex_float64, inputs)[0];
  EXPECT_EQ(of_sum.re, 9);
  EXPECT_EQ(of_sum.im, 12);
  const Z of_product = reference<Z>(ReductionOp::prod, ElementType::complex_float64, inputs)[0];
  EXPECT_EQ(of_product.re, -85);  // (-5 + 10i)(5 + 6i)
  EXPECT_EQ(of_product.im, 20);
}

TEST(References, of_all_else_are_from_the_left) {
  EXPECT_EQ(reference<int>(ReductionOp::sum, ElementType::int32, {{1}, {2}, {4}})[0], 7);
  EXPECT_EQ(reference<double>(ReductionOp::max, ElementType::float64, {{1}, {9}, {4}})[0], 9);
  EXPECT_EQ(reference<double>(ReductionOp::prod, ElementType::float64, {{2}, {9}, {4}})[0], 72);
}

}  // namespace
}  // namespace allfold_test
