/// Allfold's own arithmetic is the same whatever a program does to its floating-point environment.
#include "mpi/quiet_floating_point.hpp"

#include <gtest/gtest.h>

namespace allfold::mpi {
namespace {

class QuietFloatingPointTest : public ::testing::Test {
 protected:
  QuietFloatingPointTest() { std::fegetenv(&before_); }
  ~QuietFloatingPointTest() override { std::fesetenv(&before_); }

 private:
  std::fenv_t before_ = {};
};

// Ranks that rounded in different ways could choose different algorithms.
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

}  // namespace
}  // namespace allfold::mpi
