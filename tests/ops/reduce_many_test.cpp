// Reductions of many operands at once, for every operation, type and target.
#include <vector>

#include "data.hpp"
#include "loops.hpp"
#include "reference.hpp"

namespace allfold::ops::test {
namespace {

class ManyOperands : public Loops {};

INSTANTIATE_TEST_SUITE_P(Target, ManyOperands,
                         testing::ValuesIn(ops::loop_targets().begin(), ops::loop_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

/// Like `check`, for `reduce_many`: the result goes into the operand of that number, or elsewhere.
void check_many(ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop,
                std::size_t count, std::size_t into, std::size_t elements) {
  const std::size_t bytes = elements * ops::size_of(type);
  std::vector<Guarded> vectors;
  std::vector<const void*> operands;
  vectors.reserve(count + 1);
  for (std::size_t k = 0; k <= count; ++k) {
    vectors.emplace_back(bytes, k * 5 % 19, k);
    fill(type, Values::any, elements * 20 + k, vectors[k].data(), elements);
    if (k < count) operands.push_back(vectors[k].data());
  }
  std::vector<Guarded> expected = vectors;
  reference_reduce_many(op, type, expected[into].data(), operands, elements);
  loop.reduce_many(vectors[into].data(), operands, elements);

  unify_nan(op, type, expected[into].data(), elements);
  unify_nan(op, type, vectors[into].data(), elements);
  for (std::size_t k = 0; k <= count; ++k) {
    ASSERT_TRUE(vectors[k] == expected[k])
        << elements << " elements of " << count << " operands into " << into << ": vector " << k;
  }
}

TEST_P(ManyOperands, IntoAnyOfThem) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (std::size_t count = 1; count <= 9; ++count) {
      for (std::size_t into = 0; into <= count; ++into) {
        for (const std::size_t n : {0U, 1U, 2U, 3U, 5U, 8U, 15U, 31U, 63U, 100U, 1200U}) {
          check_many(op, type, loop, count, into, n);
          if (HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST_P(ManyOperands, ThreeOfEveryLength) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (std::size_t n = 0; n <= 257; ++n) {
      check_many(op, type, loop, 3, n % 4, n);
      if (HasFatalFailure()) return;
    }
  });
}

}  // namespace
}  // namespace allfold::ops::test
