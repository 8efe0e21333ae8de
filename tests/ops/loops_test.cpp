// Every operation on every type, for every target that this processor can run.
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "data.hpp"
#include "loops.hpp"
#include "reference.hpp"

namespace allfold::ops::test {
namespace {

/// The position of the result.
enum class Into : std::uint8_t { elsewhere, left, right, both };
constexpr std::array all_places = {Into::elsewhere, Into::left, Into::right, Into::both};

/// One call of `reduce`: offsets of the three vectors from an aligned address.
struct Call {
  std::size_t elements = 0;
  std::size_t into_offset = 0;
  std::size_t left_offset = 0;
  std::size_t right_offset = 0;
  Into into = Into::elsewhere;
  Values left_values = Values::any;
  Values right_values = Values::any;
  std::uint64_t left_seed = 1;
  std::uint64_t right_seed = 2;
};

std::ostream& operator<<(std::ostream& out, const Call& call) {
  return out << call.elements << " elements, into " << static_cast<int>(call.into) << ", offsets "
             << call.into_offset << ' ' << call.left_offset << ' ' << call.right_offset
             << ", seeds " << call.left_seed << ' ' << call.right_seed;
}

INSTANTIATE_TEST_SUITE_P(Target, Loops,
                         testing::ValuesIn(ops::loop_targets().begin(), ops::loop_targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

// A version of Highway or of the compiler may have none of them, without a message.
TEST(LoopTargets, IncludeTheVectorsOfTheArchitecture) {
#if defined(__x86_64__)
  const std::vector<std::string_view> expected = {"avx512", "avx2", "sse4", "scalar"};
#elif defined(__aarch64__)
  const std::vector<std::string_view> expected = {"sve", "neon", "scalar"};
#else
  const std::vector<std::string_view> expected = {"scalar"};
#endif
  std::vector<std::string_view> names;
  for (const ops::LoopTarget& target : ops::loop_targets()) names.push_back(target.name);
  EXPECT_EQ(names, expected);
}

/// Checks that a loop writes what the reference writes, and nothing else.
void check(ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop, const Call& call) {
  const std::size_t bytes = call.elements * ops::size_of(type);
  Guarded left(bytes, call.left_offset, 10);
  Guarded right(bytes, call.right_offset, 11);
  Guarded elsewhere(bytes, call.into_offset, 12);
  fill(type, call.left_values, call.left_seed, left.data(), call.elements);
  fill(type, call.right_values, call.right_seed, right.data(), call.elements);

  Guarded& right_operand = call.into == Into::both ? left : right;
  Guarded& into = call.into == Into::elsewhere ? elsewhere
                  : call.into == Into::right   ? right
                                               : left;
  Guarded expected = into;
  reference_reduce(op, type, expected.data(), left.data(), right_operand.data(), call.elements);
  const Guarded left_before = left;
  const Guarded right_before = right;
  loop.reduce(into.data(), left.data(), right_operand.data(), call.elements);

  unify_nan(op, type, expected.data(), call.elements);
  unify_nan(op, type, into.data(), call.elements);
  ASSERT_TRUE(into == expected) << call;
  ASSERT_TRUE(&into == &left || left == left_before) << call;
  ASSERT_TRUE(&into == &right || right == right_before) << call;
}

TEST_P(Loops, ReduceEveryLengthIntoEveryPlace) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (const Into into : all_places) {
      for (std::size_t n = 0; n <= 257; ++n) {
        check(op, type, loop, {.elements = n, .into = into, .left_seed = n, .right_seed = ~n});
      }
    }
  });
}

TEST_P(Loops, ReduceLongVectors) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (const std::size_t n : {1000U, 4099U, 20000U}) {
      for (const Into into : all_places) check(op, type, loop, {.elements = n, .into = into});
    }
  });
}

/// Long enough for stores to aligned addresses.
TEST_P(Loops, ReduceLongVectorsToAnyAddress) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (std::size_t offset = 0; offset < 64; ++offset) {
      for (const Into into : all_places) {
        check(op, type, loop,
              {.elements = 2000 / ops::size_of(type),
               .into_offset = offset,
               .left_offset = offset,
               .right_offset = into == Into::right ? offset : 5,
               .into = into});
        if (HasFatalFailure()) return;
      }
    }
  });
}

TEST_P(Loops, ReduceFromAnyAddressToAny) {
  static constexpr std::array<std::size_t, 5> offsets = {0, 1, 3, 8, 62};
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (const std::size_t n : {1U, 2U, 7U, 33U, 90U}) {
      for (const Into into : all_places) {
        for (const std::size_t to : offsets) {
          for (const std::size_t left : offsets) {
            for (const std::size_t right : offsets) {
              check(op, type, loop,
                    {.elements = n,
                     .into_offset = to,
                     .left_offset = left,
                     .right_offset = right,
                     .into = into});
              if (HasFatalFailure()) return;
            }
          }
        }
      }
    }
  });
}

TEST_P(Loops, ReduceSpecialValuesInEveryLane) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    const std::size_t encounters = special_encounters(type);
    // A loop processes four vectors at a time, of up to 64 bytes each.
    const std::size_t lanes = std::size_t{4} * 64 / ops::size_of(type);
    for (std::size_t shift = 0; shift < lanes; ++shift) {
      check(op, type, loop,
            {.elements = encounters,
             .left_values = Values::left_special,
             .right_values = Values::right_special,
             .left_seed = shift,
             .right_seed = shift});
      if (HasFatalFailure()) return;
    }
  });
}

TEST_P(Loops, TouchNothingOutside) {
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (const auto next : {Fenced::Next::to_lower_page, Fenced::Next::to_upper_page}) {
      for (std::size_t n = 0; n <= 140; ++n) {
        const std::size_t bytes = n * ops::size_of(type);
        const Fenced left(bytes, next);
        const Fenced right(bytes, next);
        const Fenced into(bytes, next);
        fill(type, Values::any, n, left.data(), n);
        fill(type, Values::any, n + 1, right.data(), n);
        const std::array<const void*, 2> operands{left.data(), right.data()};
        loop.reduce(into.data(), left.data(), right.data(), n);
        loop.reduce_many(into.data(), operands, n);
      }
    }
    static_cast<void>(op);
  });
}

/// Exceptions that would end a program with traps. The flags are equivalent to traps, and identify
/// the loop.
TEST_P(Loops, RaiseNoExceptionThatScalarCodeDoesNot) {
  constexpr int watched = FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW;
  for_each_loop([](ops::ReductionOp op, ops::ElementType type, const ops::Loop& loop) {
    for (std::size_t n = 0; n <= 140; ++n) {
      const std::size_t bytes = n * ops::size_of(type);
      Guarded left(bytes, 0, 0);
      Guarded right(bytes, 0, 0);
      Guarded third(bytes, 0, 0);
      Guarded into(bytes, 0, 0);
      fill(type, Values::quiet, 0, left.data(), n);
      fill(type, Values::quiet, 1, right.data(), n);
      fill(type, Values::quiet, 2, third.data(), n);
      fill(type, Values::quiet, 3, into.data(), n);
      const std::array<const void*, 3> operands{left.data(), right.data(), third.data()};
      std::feclearexcept(FE_ALL_EXCEPT);
      loop.reduce(into.data(), left.data(), right.data(), n);
      loop.reduce_many(into.data(), operands, n);
      ASSERT_EQ(std::fetestexcept(watched), 0) << n << " elements";
    }
    static_cast<void>(op);
  });
}

TEST_P(Loops, AreThereForWhatMpiDefines) {
  for (const ops::ReductionOp op : ops::all_reduction_ops()) {
    for (const ops::ElementType type : ops::all_element_types()) {
      const ops::Loop* const loop = GetParam().find(op, type);
      EXPECT_EQ(loop != nullptr, is_defined(op, type))
          << ops::name_of(op) << ' ' << ops::name_of(type);
    }
  }
}

}  // namespace
}  // namespace allfold::ops::test
