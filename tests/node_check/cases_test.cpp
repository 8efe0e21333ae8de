#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>

#include "node_check/cases.hpp"
#include "node_check/random_case.hpp"

namespace allfold::testing {

static void PrintTo(const Case& given, std::ostream* out) { *out << given.summary; }
static void PrintTo(const KnownFault& given, std::ostream* out) {
  *out << name_of(given.mutation) << " in " << given.in;
}

namespace {

class Protocols : public ::testing::TestWithParam<Case> {};

TEST_P(Protocols, AreRightInAllSearchedExecutions) {
  const Explored explored = Exploration(GetParam()).search(GetParam().deviations);
  EXPECT_FALSE(explored.fault) << *explored.fault;
}

TEST_P(Protocols, AreRightInRandomExecutions) {
  const Explored explored =
      Exploration(GetParam()).random(1, static_cast<std::uint64_t>(GetParam().seeds));
  EXPECT_FALSE(explored.fault) << *explored.fault;
}

// Each seed is another case, in one execution.
TEST(RandomCalls, AreRight) {
  constexpr std::uint64_t seeds = 500;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Case made = random_case(seed);
    const Explored explored = Exploration(made).random(seed, 1);
    ASSERT_FALSE(explored.fault) << *explored.fault;
  }
}

std::string name_in_test(std::string name) {
  for (char& each : name)
    if (!std::isalnum(static_cast<unsigned char>(each))) each = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(NodeCheck, Protocols, ::testing::ValuesIn(cases()),
                         [](const auto& test) { return name_in_test(test.param.name); });

class KnownFaults : public ::testing::TestWithParam<KnownFault> {};

TEST_P(KnownFaults, AreFound) {
  EXPECT_TRUE(found(GetParam()).fault) << name_of(GetParam().mutation) << " in " << GetParam().in;
}

INSTANTIATE_TEST_SUITE_P(NodeCheck, KnownFaults, ::testing::ValuesIn(known_faults()),
                         [](const auto& test) {
                           return name_in_test(name_of(test.param.mutation) + "_in_" +
                                               test.param.in);
                         });

}  // namespace

}  // namespace allfold::testing
