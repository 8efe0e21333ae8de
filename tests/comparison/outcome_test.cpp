#include "comparison/outcome.hpp"

#include <gtest/gtest.h>

namespace allfold::comparison {
namespace {

void expect_read_again(const Outcome& outcome) {
  const std::string text = "solver: done\n" + text_of(outcome) + "bye\n";
  const auto read = outcome_in(text);
  ASSERT_TRUE(read) << text;
  EXPECT_EQ(read->calls, outcome.calls) << text;
  EXPECT_EQ(read->mismatches, outcome.mismatches) << text;
  EXPECT_EQ(read->by_program, outcome.by_program) << text;
  EXPECT_EQ(read->unexplained, outcome.unexplained) << text;
}

TEST(Outcome, IsReadAsItIsWritten) {
  expect_read_again({});
  expect_read_again({.calls = 420});
  expect_read_again({.calls = 420, .mismatches = 3});
  expect_read_again({.calls = 420, .mismatches = 0, .by_program = 17, .unexplained = 2});
  expect_read_again({.calls = 420, .mismatches = 1, .by_program = 17});
}

// As in the name of a datatype.
TEST(Outcome, IsALineOfItsOwn) {
  EXPECT_FALSE(outcome_in("a allfold: comparison: 7 calls compared: 2 MISMATCHES: in\n"));
}

TEST(Outcome, ThoseOfSeveralJobsAddUp) {
  const auto sum = outcome_in(text_of({.calls = 3}) + text_of({.calls = 4, .mismatches = 1}));
  EXPECT_EQ(sum->calls, 7);
  EXPECT_EQ(sum->mismatches, 1);
}

TEST(Outcome, IsAbsentWhereNothingWasReported) {
  EXPECT_FALSE(outcome_in(""));
  EXPECT_FALSE(outcome_in("allfold: comparison of 3 ranks: native calls and Allfold's\n"));
  EXPECT_FALSE(outcome_in("allfold: comparison: x calls compared: 0 mismatches"));
}

}  // namespace
}  // namespace allfold::comparison
