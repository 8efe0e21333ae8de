/// Rules that name the first way: which lengths they are for, and how they are read and written.
#include "rules/first_ways.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "rules/mistake.hpp"

namespace allfold::rules {
namespace {

using algorithms::WayParameter;
using enum schedule::Collective;

/// "2 ranks, 8 to 63 B: whole 16 sliced", one line a rule.
std::string described(const std::vector<Rule>& rules) {
  std::string text;
  for (const Rule& rule : rules) {
    text += fmt::format("{}{} on {}, {} to {} B:", text.empty() ? "" : "; ",
                        schedule::name_of(rule.collective), rule.ranks_per_node.from,
                        rule.bytes.from, rule.bytes.to);
    for (const Threshold& line : rule.thresholds)
      text +=
          fmt::format(" {}{}", algorithms::name_of(*line.first_way),
                      &line == &rule.thresholds.back() ? "" : fmt::format(" {}", line.to_bytes));
  }
  return text;
}

TEST(FirstWays, AreForLengthsNearby) {
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 8192, .first = WayParameter::whole}})),
            "allreduce on 4, 2048 to 65535 B: whole");
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 9000, .first = WayParameter::whole}})),
            "allreduce on 4, 2048 to 65535 B: whole");
}

TEST(FirstWays, AreThoseOfTheNearestLength) {
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 132000, .first = WayParameter::read},
                                {.ranks = 4, .bytes = 8192, .first = WayParameter::whole}})),
            "allreduce on 4, 2048 to 1048575 B: whole 65535 read")
      << "of 32 to 64 KiB, which are as near, too";
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 8192, .first = WayParameter::whole},
                                {.ranks = 4, .bytes = 65536, .first = WayParameter::whole}})),
            "allreduce on 4, 2048 to 524287 B: whole");
}

TEST(FirstWays, SayNothingFarFromAllThatIsKnown) {
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 8192, .first = WayParameter::whole},
                                {.ranks = 4, .bytes = 1 << 20, .first = WayParameter::read}})),
            "allreduce on 4, 2048 to 65535 B: whole; allreduce on 4, 262144 to 8388607 B: read");
}

TEST(FirstWays, AreOfOneCollectiveNumberOfRanksAndAuthor) {
  EXPECT_EQ(described(rules_of({{.ranks = 4, .bytes = 8192, .first = WayParameter::whole},
                                {.collective = reduce, .ranks = 4, .bytes = 8192},
                                {.ranks = 3, .bytes = 8192, .first = WayParameter::read}})),
            "allreduce on 3, 2048 to 65535 B: read; allreduce on 4, 2048 to 65535 B: whole; "
            "reduce on 4, 2048 to 65535 B: sliced");
  const std::vector<Rule> rules = rules_of(
      {{.ranks = 4, .bytes = 8192, .first = WayParameter::whole},
       {.ranks = 4, .bytes = 65536, .first = WayParameter::whole, .by = RuleAuthor::tuner}});
  EXPECT_EQ(described(rules),
            "allreduce on 4, 2048 to 32767 B: whole; allreduce on 4, 32768 to 524287 B: whole");
  EXPECT_EQ(rules.at(1).by, RuleAuthor::tuner);
}

TEST(FirstWays, AreTheFastestOfMeasurements) {
  const Measurement measured{.ranks = 4,
                             .ranks_per_node = 4,
                             .bytes = 8192,
                             .times = {{candidate_of(WayParameter::sliced), {2e-5, 1e-5, 3e-5}},
                                       {candidate_of(WayParameter::whole), {1e-5, 1e-5, 3e-5}}}};
  const std::vector<KnownWay> ways = fastest_ways({measured});
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(ways[0].first, WayParameter::whole);
  EXPECT_EQ(ways[0].by, RuleAuthor::tuner);
}

TEST(FirstWays, OfTheLongestLengthHaveNoEnd) {
  const auto rules =
      rules_of({{.ranks = 4, .bytes = std::int64_t{1} << 62, .first = WayParameter::read}});
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].bytes.to, std::numeric_limits<std::int64_t>::max());
}

/// A rule with this line, in line 4.
std::string rule_with(std::string_view line, std::string_view rest = "") {
  return fmt::format(
      "{{\"format\": \"allfold rules 1\",\n \"rules\": [\n  {{\"collective\": \"allreduce\"{}, "
      "\"choose\": [\n{}]}}]}}",
      rest, line);
}

TEST(FirstWays, AreReadAsTheyAreWritten) {
  std::vector<std::string> errors;
  const Rules rules = parse_rules(rule_with(R"({"to-bytes": 100, "first-way": "read-whole"},
                               {"to-bytes": 200, "kernel": "ring", "segment": "64k"},
                               {"kernel": "node", "first-way": "whole"})",
                                            R"(, "bytes": [10, 5000000000])"),
                                  "rules.json", errors);
  ASSERT_TRUE(errors.empty()) << errors.front();
  const std::vector<Threshold>& lines = rules.rules.at(0).thresholds;
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_FALSE(lines[0].use);
  EXPECT_EQ(lines[0].first_way, WayParameter::read_whole);
  EXPECT_FALSE(lines[1].first_way);
  EXPECT_EQ(text_of(lines[1].use.value()), "ring segment=64k");
  EXPECT_EQ(lines[2].first_way, WayParameter::whole);
  EXPECT_EQ(rules.rules[0].bytes.to, 5000000000);
  const std::string text = text_of(rules);
  const Rules again = parse_rules(text, "rules.json", errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(text_of(again), text);
  EXPECT_NE(text.find(R"("bytes": [10, 5000000000])"), std::string::npos) << text;
  EXPECT_NE(text.find(R"({"kernel": "node", "first-way": "whole"})"), std::string::npos) << text;
}

TEST(FirstWays, TimesOfWaysAreApartFromThoseOfAlgorithms) {
  constexpr std::string_view point =
      R"({"collective": "allreduce", "operation": "predefined", "ranks": 2, "ranks-per-node": 2, "bytes": 8192, "times": )";
  const auto file = [&](std::string_view first, std::string_view second) {
    return fmt::format(
        "{{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {0}{1}}},\n  {0}{2}}}]}}",
        point, first, second);
  };
  constexpr std::string_view of_ways =
      R"({"node:way=sliced": [2e-5, 1e-5, 3e-5], "node:way=whole": [1e-5, 1e-5, 2e-5]})";
  std::vector<std::string> errors;
  const Rules rules = parse_rules(file(of_ways, R"({"native": [1, 1, 1]})"), "rules.json", errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(rules.measurements.size(), 1U);
  EXPECT_EQ(rules.measured_ways.size(), 1U);
  const Rules again = parse_rules(text_of(rules), "rules.json", errors);
  EXPECT_EQ(again.measured_ways.size(), 1U);
  EXPECT_TRUE(errors.empty());
  expect_said({file(of_ways, of_ways), "rules.json:4: measurements[1]", {"duplicate of line 3"}});
}

class FirstWayMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(FirstWayMistake, IsSaid) { expect_said(GetParam()); }

const std::vector<Mistake> of_a_first_way = {
    {rule_with(R"({"first-way": "slicde"})"),
     "rules.json:4: rules[0].choose[0].first-way",
     {"unknown way 'slicde' (did you mean 'sliced'?)",
      "expected sliced, whole, read or read-whole"}},
    {rule_with(R"({"first-way": "learnt"})"),
     "rules.json:4: rules[0].choose[0].first-way",
     {"unknown way 'learnt'"}},
    {rule_with(R"({"first-way": 1})"),
     "rules.json:4: rules[0].choose[0].first-way",
     {"got a whole number"}},
    {rule_with("{}"),
     "rules.json:4: rules[0].choose[0]",
     {"kernel is missing: every line needs it, or first-way, or both"}},
    {rule_with(R"({"first-way": "read", "segment": "64k"})"),
     "rules.json:4: rules[0].choose[0].segment",
     {"there is no kernel"}},
    {rule_with(R"({"first-way": "read"})", R"(, "bytes": [9, 8])"),
     "rules.json:3: rules[0].bytes",
     {"9 to 8 is empty"}},
};
INSTANTIATE_TEST_SUITE_P(all, FirstWayMistake, ::testing::ValuesIn(of_a_first_way));

}  // namespace
}  // namespace allfold::rules
