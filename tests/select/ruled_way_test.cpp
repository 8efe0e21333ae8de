/// Which rule names the first way of long vectors.
#include "select/ruled_way.hpp"

#include <gtest/gtest.h>

namespace allfold::select {
namespace {

using algorithms::Way;
using enum schedule::Collective;

rules::Rule naming(Way way) {
  return {.ranks_per_node = {.from = 4, .to = 4}, .thresholds = {{.first_way = way}}};
}

std::optional<Way> way_by(rules::Rule rule, const LongVectors& vectors) {
  return ruled_way({.rules = {std::move(rule)}}, vectors);
}

constexpr LongVectors on_four{.ranks = 4, .ranks_per_node = 4, .bytes = 10000};

TEST(RuledWay, IsThatOfTheFirstRuleThatNamesOne) {
  rules::Rules rules{.rules = {naming(Way::read), naming(Way::whole)}};
  EXPECT_EQ(ruled_way(rules, on_four), Way::read);
  rules.rules[0].thresholds = {{.use = rules::RuledKernel{}}};
  EXPECT_EQ(ruled_way(rules, on_four), Way::whole) << "the first one names none";
  EXPECT_EQ(ruled_way({}, on_four), std::nullopt);
}

TEST(RuledWay, IsForTheRanksOfTheNode) {
  EXPECT_EQ(way_by(naming(Way::read), {.ranks = 8, .ranks_per_node = 4}), Way::read);
  EXPECT_EQ(way_by(naming(Way::read), {.ranks = 4, .ranks_per_node = 3}), std::nullopt);
  rules::Rule of_eight = naming(Way::read);
  of_eight.ranks = {.from = 8, .to = 8};
  EXPECT_EQ(way_by(of_eight, {.ranks = 8, .ranks_per_node = 4}), Way::read);
  EXPECT_EQ(way_by(of_eight, on_four), std::nullopt);
  EXPECT_EQ(way_by(naming(Way::read), {.collective = reduce, .ranks = 4, .ranks_per_node = 4}),
            std::nullopt);
}

TEST(RuledWay, IsForLengthsRoundedDown) {
  rules::Rule rule = naming(Way::read);
  rule.bytes = {.from = 8192, .to = 65535};
  rule.thresholds.insert(rule.thresholds.begin(), {.to_bytes = 9999, .first_way = Way::whole});
  const auto way = [&](std::int64_t bytes) {
    return way_by(rule, {.ranks = 4, .ranks_per_node = 4, .bytes = bytes});
  };
  EXPECT_EQ(way(8191), std::nullopt);
  EXPECT_EQ(way(16383), Way::whole);
  EXPECT_EQ(way(16384), Way::read);
  EXPECT_EQ(way(65535), Way::read);
  EXPECT_EQ(way(65536), std::nullopt);
}

TEST(RuledWay, IsOfPredefinedOperations) {
  rules::Rule rule = naming(Way::read);
  rule.operations = {rules::OperationClass::ordered};
  EXPECT_EQ(way_by(rule, on_four), std::nullopt);
  rule.operations.push_back(rules::OperationClass::predefined);
  EXPECT_EQ(way_by(rule, on_four), Way::read);
}

}  // namespace
}  // namespace allfold::select
