/// The first ways of a rules file: how they are read and written, and the error for each mistake.
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

std::vector<RuledWay> read(std::string_view text) {
  std::vector<std::string> errors;
  Rules rules = parse_rules(text, "rules.json", errors);
  EXPECT_TRUE(errors.empty()) << errors.front();
  return rules.ways;
}

TEST(Ways, AreReadAsTheyAreWritten) {
  const std::vector<RuledWay> read_ways = read(well_with(
      R"(, "first": "read", "times": {"sliced": [2e-5, 1e-5, 3e-5], "read": [1e-5, 1e-5, 2e-5, 3]})"));
  ASSERT_EQ(read_ways.size(), 1U);
  const RuledWay& ruled = read_ways[0];
  EXPECT_EQ(ruled.collective, schedule::Collective::reduce);
  EXPECT_EQ(ruled.ranks, 4);
  EXPECT_EQ(ruled.bytes, 65536);
  EXPECT_EQ(ruled.first, algorithms::Way::read);
  EXPECT_EQ(ruled.line, 3);
  ASSERT_EQ(ruled.times.size(), 2U);
  EXPECT_EQ(text_of(ruled.times[0].candidate), "node:way=sliced");
  EXPECT_EQ(ruled.times[1].candidate, candidate_of(algorithms::Way::read));
  EXPECT_DOUBLE_EQ(ruled.times[0].seconds.high, 3e-5);
  EXPECT_EQ(ruled.times[1].number_of_visits(), 3);

  const std::string text = text_of(Rules{.ways = read_ways});
  const std::vector<RuledWay> again = read(text);
  EXPECT_EQ(text_of(Rules{.ways = again}), text);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].times[1].number_of_visits(), 3);
  EXPECT_EQ(again[0].first, algorithms::Way::read);
}

TEST(Ways, NeedNoTimes) {
  const std::vector<RuledWay> ruled = read(well_with(R"(, "first": "whole")"));
  ASSERT_EQ(ruled.size(), 1U);
  EXPECT_TRUE(ruled[0].times.empty());
  EXPECT_EQ(text_of(Rules{.ways = ruled}).find("times"), std::string::npos);
}

TEST(Ways, AreNotInAFileWithout) {
  EXPECT_TRUE(read(R"({"format": "allfold rules 1"})").empty());
  EXPECT_EQ(text_of(Rules{}).find("ways"), std::string::npos);
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
