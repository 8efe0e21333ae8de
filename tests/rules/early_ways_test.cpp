/// The first ways of early rules files: how they are read, and the error for each mistake.
#include <fmt/format.h>

#include <vector>

#include "rules/mistake.hpp"

namespace allfold::rules {
namespace {

/// A way with these members, in line 3.
std::string ways(std::string_view members) {
  return fmt::format("{{\"format\": \"allfold rules 1\",\n \"ways\": [\n  {{{}}}]}}", members);
}

constexpr std::string_view well = R"("collective": "reduce", "ranks": 4, "bytes": 65536)";

std::string well_with(std::string_view rest) { return ways(fmt::format("{}{}", well, rest)); }

Rules read(std::string_view text) {
  std::vector<std::string> errors;
  Rules rules = parse_rules(text, "rules.json", errors);
  EXPECT_TRUE(errors.empty()) << errors.front();
  return rules;
}

TEST(EarlyWays, BecomeRulesAndMeasurements) {
  const Rules rules = read(well_with(
      R"(, "first": "read", "times": {"sliced": [2e-5, 1e-5, 3e-5], "read": [1e-5, 1e-5, 2e-5, 3]})"));
  ASSERT_EQ(rules.rules.size(), 1U);
  const Rule& rule = rules.rules[0];
  EXPECT_EQ(rule.collective, schedule::Collective::reduce);
  EXPECT_EQ(rule.operations, std::vector{OperationClass::predefined});
  EXPECT_EQ(rule.ranks, Range<int>{});
  EXPECT_EQ(rule.ranks_per_node, (Range<int>{.from = 4, .to = 4}));
  EXPECT_EQ(rule.bytes, (Range<std::int64_t>{.from = 16384, .to = 524287}));
  EXPECT_EQ(rule.by, RuleAuthor::tuner);
  EXPECT_EQ(rule.line, 3);
  ASSERT_EQ(rule.thresholds.size(), 1U);
  EXPECT_FALSE(rule.thresholds[0].use);
  EXPECT_EQ(rule.thresholds[0].first_way, algorithms::WayParameter::read);
  EXPECT_TRUE(rules.measurements.empty());
  ASSERT_EQ(rules.measured_ways.size(), 1U);
  const Measurement& measured = rules.measured_ways[0];
  EXPECT_EQ(kind_of(measured),
            std::tuple(schedule::Collective::reduce, OperationClass::predefined, 4, 4));
  EXPECT_EQ(measured.bytes, 65536);
  ASSERT_EQ(measured.times.size(), 2U);
  EXPECT_EQ(text_of(measured.times[0].candidate), "node:way=sliced");
  EXPECT_EQ(measured.times[1].candidate, candidate_of(algorithms::WayParameter::read));
  EXPECT_DOUBLE_EQ(measured.times[0].seconds.high, 3e-5);
  EXPECT_EQ(measured.times[1].number_of_visits(), 3);
}

TEST(EarlyWays, AreWrittenInTheNewForm) {
  const Rules rules = read(well_with(
      R"(, "first": "read", "times": {"sliced": [2e-5, 1e-5, 3e-5], "read": [1e-5, 1e-5, 2e-5, 3]})"));
  const std::string text = text_of(rules);
  EXPECT_EQ(text.find("\"ways\""), std::string::npos) << text;
  const Rules again = read(text);
  EXPECT_EQ(text_of(again), text);
  ASSERT_EQ(again.rules.size(), 1U);
  EXPECT_EQ(again.rules[0].thresholds[0].first_way, algorithms::WayParameter::read);
  ASSERT_EQ(again.measured_ways.size(), 1U);
  EXPECT_EQ(again.measured_ways[0].times[1].number_of_visits(), 3);
  EXPECT_TRUE(again.measurements.empty());
}

TEST(EarlyWays, AreOfPeopleWithoutTimes) {
  const Rules rules = read(well_with(R"(, "first": "whole")"));
  ASSERT_EQ(rules.rules.size(), 1U);
  EXPECT_EQ(rules.rules[0].by, RuleAuthor::person);
  EXPECT_TRUE(rules.measured_ways.empty());
}

TEST(EarlyWays, AreAddedOnce) {
  const Rules rules = read(
      R"({"format": "allfold rules 1",
          "measurements": [{"collective": "reduce", "operation": "predefined", "ranks": 4, "ranks-per-node": 4,
                            "bytes": 65536, "times": {"node:way=read": [1e-5, 1e-5, 2e-5]}}],
          "ways": [{"collective": "reduce", "ranks": 4, "bytes": 65536, "first": "sliced",
                    "times": {"sliced": [2e-5, 1e-5, 3e-5]}}]})");
  ASSERT_EQ(rules.measured_ways.size(), 1U);
  EXPECT_EQ(rules.measured_ways[0].times[0].candidate,
            candidate_of(algorithms::WayParameter::read));
}

class WayMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(WayMistake, IsSaid) { expect_said(GetParam()); }

const std::vector<Mistake> of_a_way = {
    {well_with(""), "rules.json:3: ways[0]", {"first is missing"}},
    {well_with(R"(, "first": "slicde")"),
     "rules.json:3: ways[0].first",
     {"unknown way 'slicde' (did you mean 'sliced'?)",
      "expected sliced, whole, read or read-whole"}},
    {well_with(R"(, "first": "")"), "rules.json:3: ways[0].first", {"unknown way ''"}},
    {well_with(R"(, "first": 1)"), "rules.json:3: ways[0].first", {"got a whole number"}},
    {well_with(R"(, "first": "read", "frist": "read")"),
     "rules.json:3: ways[0].frist",
     {"unknown key: it would have no effect (did you mean 'first'?)"}},
    {ways(R"("collective": "bcast", "ranks": 4, "bytes": 8192, "first": "read")"),
     "rules.json:3: ways[0].collective",
     {"unknown collective 'bcast'"}},
    {ways(R"("collective": "reduce", "ranks": 1, "bytes": 8192, "first": "read")"),
     "rules.json:3: ways[0].ranks",
     {"1 is too small", "2 at least"}},
    {ways(R"("collective": "reduce", "ranks": 2, "bytes": 0, "first": "read")"),
     "rules.json:3: ways[0].bytes",
     {"0 is too small"}},
    {ways(R"("collective": "reduce", "ranks": 2, "bytes": "8k", "first": "read")"),
     "rules.json:3: ways[0].bytes",
     {"got a text"}},
    {well_with(R"(, "first": "read", "times": {})"),
     "rules.json:3: ways[0].times",
     {"no times", "remove times"}},
    {well_with(R"(, "first": "read", "times": [1, 1, 1])"),
     "rules.json:3: ways[0].times",
     {"no times"}},
    {well_with(R"(, "first": "read", "times": {"ring": [1, 1, 1]})"),
     "rules.json:3: ways[0].times",
     {"unknown way 'ring'"}},
    {well_with(R"(, "first": "read", "times": {"read": [3, 1, 2]})"),
     "rules.json:3: ways[0].times.read",
     {"between its ends"}},
    {"{\"format\": \"allfold rules 1\",\n \"ways\": []}",
     "rules.json:2: ways",
     {"the list is empty"}},
    {fmt::format("{{\"format\": \"allfold rules 1\",\n \"ways\": [\n  {{{0}, \"first\": "
                 "\"read\"}},\n  {{{0}, "
                 "\"first\": \"whole\"}}]}}",
                 well),
     "rules.json:4: ways",
     {"reduce on 4 ranks, 65536 bytes: duplicate of line 3", "remove one of them"}},
};
INSTANTIATE_TEST_SUITE_P(all, WayMistake, ::testing::ValuesIn(of_a_way));

}  // namespace
}  // namespace allfold::rules
