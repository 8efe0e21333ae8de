/// Which rule names the first way of long vectors.
#include "select/ruled_way.hpp"

#include <gtest/gtest.h>

namespace allfold::select {
namespace {

using algorithms::WayParameter;
using enum schedule::Collective;

rules::Rule naming(WayParameter way) {
  return {.ranks_per_node = {.from = 4, .to = 4}, .thresholds = {{.first_way = way}}};
}

std::optional<WayParameter> way_by(rules::Rule rule, const LongVectors& vectors) {
  return ruled_way({.rules = {std::move(rule)}}, vectors);
}

constexpr LongVectors on_four{.ranks = 4, .ranks_per_node = 4, .bytes = 10000};

TEST(RuledWay, IsThatOfTheFirstRuleThatNamesOne) {
  rules::Rules rules{.rules = {naming(WayParameter::read), naming(WayParameter::whole)}};
  EXPECT_EQ(ruled_way(rules, on_four), WayParameter::read);
  rules.rules[0].thresholds = {{.use = rules::RuledKernel{}}};
  EXPECT_EQ(ruled_way(rules, on_four), WayParameter::whole) << "the first one names none";
  EXPECT_EQ(ruled_way({}, on_four), std::nullopt);
}

TEST(RuledWay, IsForTheRanksOfTheNode) {
  EXPECT_EQ(way_by(naming(WayParameter::read), {.ranks = 8, .ranks_per_node = 4}),
            WayParameter::read);
  EXPECT_EQ(way_by(naming(WayParameter::read), {.ranks = 4, .ranks_per_node = 3}), std::nullopt);
  rules::Rule of_eight = naming(WayParameter::read);
  of_eight.ranks = {.from = 8, .to = 8};
  EXPECT_EQ(way_by(of_eight, {.ranks = 8, .ranks_per_node = 4}), WayParameter::read);
  EXPECT_EQ(way_by(of_eight, on_four), std::nullopt);
  EXPECT_EQ(
      way_by(naming(WayParameter::read), {.collective = reduce, .ranks = 4, .ranks_per_node = 4}),
      std::nullopt);
}

TEST(RuledWay, IsForLengthsRoundedDown) {
  rules::Rule rule = naming(WayParameter::read);
  rule.bytes = {.from = 8192, .to = 65535};
  rule.thresholds.insert(rule.thresholds.begin(),
                         {.to_bytes = 9999, .first_way = WayParameter::whole});
  const auto way = [&](std::int64_t bytes) {
    return way_by(rule, {.ranks = 4, .ranks_per_node = 4, .bytes = bytes});
  };
  EXPECT_EQ(way(8191), std::nullopt);
  EXPECT_EQ(way(16383), WayParameter::whole);
  EXPECT_EQ(way(16384), WayParameter::read);
  EXPECT_EQ(way(65535), WayParameter::read);
  EXPECT_EQ(way(65536), std::nullopt);
}

TEST(RuledWay, IsOfPredefinedOperations) {
  rules::Rule rule = naming(WayParameter::read);
  rule.operations = {rules::OperationClass::ordered};
  EXPECT_EQ(way_by(rule, on_four), std::nullopt);
  rule.operations.push_back(rules::OperationClass::predefined);
  EXPECT_EQ(way_by(rule, on_four), WayParameter::read);
}

}  // namespace
}  // namespace allfold::select
