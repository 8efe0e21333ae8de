#include "text/nearest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace allfold::text {
namespace {

constexpr std::array<std::string_view, 4> known{"run", "report", "doctor", "composed"};

TEST(Nearest, suggests_what_may_have_been_meant) {
  EXPECT_EQ(nearest("run", known), "run");
  EXPECT_EQ(nearest("rn", known), "run");
  EXPECT_EQ(nearest("raport", known), "report");
  EXPECT_EQ(nearest("dokter", known), "doctor") << "a third of the letters differ";
  EXPECT_EQ(did_you_mean("raport", known), " (did you mean 'report'?)");
}

TEST(Nearest, suggests_nothing_that_is_far_away) {
  for (const std::string_view word : {"", "foo", "ron-x", "rxportyzq", "composition-of"}) {
    EXPECT_EQ(nearest(word, known), "") << word;
    EXPECT_EQ(did_you_mean(word, known), "") << word;
  }
}

}  // namespace
}  // namespace allfold::text
