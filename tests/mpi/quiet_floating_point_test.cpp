/// Allfold's own arithmetic does not depend on the program's floating-point environment.
#include "mpi/native/quiet_floating_point.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace allfold::mpi::native {
namespace {

class QuietFloatingPointTest : public ::testing::Test {
 protected:
  QuietFloatingPointTest() { std::fegetenv(&before_); }
  ~QuietFloatingPointTest() override { std::fesetenv(&before_); }

 private:
  std::fenv_t before_ = {};
};

// Ranks that rounded differently could choose different algorithms.
TEST_F(QuietFloatingPointTest, RoundsToNearestAndAsTheProgramAfterwards) {
  for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(rounding);
    {
      const QuietFloatingPoint quiet;
      EXPECT_EQ(std::fegetround(), FE_TONEAREST);
    }
    EXPECT_EQ(std::fegetround(), rounding);
  }
}

TEST_F(QuietFloatingPointTest, KeepsTheFlagsThatAreRaisedToItself) {
  std::feclearexcept(FE_ALL_EXCEPT);
  std::feraiseexcept(FE_INEXACT);
  {
    const QuietFloatingPoint quiet;
    std::feraiseexcept(FE_DIVBYZERO);
  }
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), FE_INEXACT);
}

/// Raises FE_DIVBYZERO as a program does: in double, and, if long double has a unit of its own such
/// as x87, in long double.
template <class Real>
void divide_by_zero() {
  volatile Real zero = 0;
  volatile Real infinite = 1 / zero;
  static_cast<void>(infinite);
}

TEST_F(QuietFloatingPointTest, KeepsTheFlagsOfAllUnitsToItself) {
  for (const int raised : {0, FE_INEXACT}) {
    std::feclearexcept(FE_ALL_EXCEPT);
    std::feraiseexcept(raised);
    {
      const QuietFloatingPoint quiet;
      divide_by_zero<double>();
      divide_by_zero<long double>();
    }
    EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), raised);
  }
  std::feclearexcept(FE_ALL_EXCEPT);
  divide_by_zero<long double>();
  { const QuietFloatingPoint quiet; }
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), FE_DIVBYZERO) << "which the program has raised";
}

// A trap would end this test.
TEST_F(QuietFloatingPointTest, TrapsNothing) {
  std::feclearexcept(FE_ALL_EXCEPT);
  if (feenableexcept(FE_DIVBYZERO) == -1) GTEST_SKIP() << "this processor traps nothing";
  {
    const QuietFloatingPoint quiet;
    divide_by_zero<double>();
    divide_by_zero<long double>();
  }
  EXPECT_EQ(fegetexcept(), FE_DIVBYZERO);
  fedisableexcept(FE_ALL_EXCEPT);
}

#ifdef __x86_64__
// Only SSE arithmetic on double can trap in such a program.
TEST_F(QuietFloatingPointTest, TrapsNothingOfDoubleAlone) {
  const std::uint32_t masked = _MM_GET_EXCEPTION_MASK();
  _MM_SET_EXCEPTION_MASK(masked & ~std::uint32_t{_MM_MASK_DIV_ZERO});
  {
    const QuietFloatingPoint quiet;
    divide_by_zero<double>();
  }
  EXPECT_EQ(_MM_GET_EXCEPTION_MASK(), masked & ~std::uint32_t{_MM_MASK_DIV_ZERO});
}

TEST_F(QuietFloatingPointTest, RestoresTheControlOfX87) {
  {
    const QuietFloatingPoint quiet;
    std::fesetround(FE_DOWNWARD);
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

// Sets the modes of the start-up code of -ffast-math.
TEST_F(QuietFloatingPointTest, KnowsTheSmallestNumbersWhereTheProgramDoesNot) {
  _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
  volatile double smallest = 2.3e-308;
  {
    const QuietFloatingPoint quiet;
    EXPECT_NE(smallest / 2, 0);
  }
  EXPECT_EQ(smallest / 2, 0);
}

TEST_F(QuietFloatingPointTest, RoundsLongDoublesToNearestWhereTheProgramDoesNot) {
  std::fesetround(FE_UPWARD);
  volatile long double one = 1;
  volatile long double small = 1e-30L;
  {
    const QuietFloatingPoint quiet;
    EXPECT_EQ(one + small, 1);
  }
  EXPECT_GT(one + small, 1);
}
#endif

}  // namespace
}  // namespace allfold::mpi::native
