#include "text/seconds.hpp"

#include <gtest/gtest.h>

namespace allfold::text {
namespace {

TEST(Seconds, HaveThreeFigures) {
  EXPECT_EQ(rounded_seconds(0.582441), "0.582 s");
  EXPECT_EQ(rounded_seconds(12.345), "12.3 s");
  EXPECT_EQ(rounded_seconds(123.45), "123 s");
  EXPECT_EQ(rounded_seconds(12345.6), "12346 s");
  EXPECT_EQ(rounded_seconds(0.05824), "58.2 ms");
  EXPECT_EQ(rounded_seconds(0.0005824), "0.582 ms");
  EXPECT_EQ(rounded_seconds(5.824e-6), "5.82 µs");
  EXPECT_EQ(rounded_seconds(5.824e-8), "0.0582 µs");
  EXPECT_EQ(rounded_seconds(-0.05824), "-58.2 ms");
  EXPECT_EQ(rounded_seconds(0), "0 s");
}

TEST(Seconds, RoundingUpAddsNoFigure) {
  EXPECT_EQ(rounded_seconds(9.999), "10.0 s");
  EXPECT_EQ(rounded_seconds(99.96), "100 s");
  EXPECT_EQ(rounded_seconds(0.99996), "1.00 s");
}

// Agrees with toFixed() of JavaScript for the same values.
TEST(Seconds, HalvesGoUpAndNothingElse) {
  EXPECT_EQ(rounded_seconds(1.125), "1.13 s");
  EXPECT_EQ(rounded_seconds(5.395e-3), "5.39 ms");
  EXPECT_EQ(rounded_seconds(2.675), "2.67 s");
  EXPECT_EQ(rounded_share(1, 400), "0.3 %");
}

TEST(Seconds, SharesHaveTwoFigures) {
  EXPECT_EQ(rounded_share(1, 8), "13 %");
  EXPECT_EQ(rounded_share(1, 80), "1.3 %");
  EXPECT_EQ(rounded_share(9.94, 100), "9.9 %");
  EXPECT_EQ(rounded_share(9.96, 100), "10 %");
  EXPECT_EQ(rounded_share(1, 0), "–");
}

}  // namespace
}  // namespace allfold::text
