/// Rules files: the error for each mistake.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "rules/mistake.hpp"

namespace allfold::rules {
namespace {

/// A rule with these members, in line 3.
std::string with_rule(std::string_view members) {
  return fmt::format("{{\"format\": \"allfold rules 1\",\n \"rules\": [\n  {{{}}}\n]}}", members);
}
/// A rule with these choices, in line 4.
std::string choosing(std::string_view lines, std::string_view ranks = "[7, 7]") {
  return with_rule(fmt::format("\"collective\": \"allreduce\", \"ranks\": {},\n  \"choose\": [{}]",
                               ranks, lines));
}

class RulesMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(RulesMistake, is_said) { expect_said(GetParam()); }

const std::vector<Mistake> of_the_file = {
    {"{\"format\":\n 1,\n}", "rules.json:3", {"invalid JSON", "unexpected '}'"}},
    {"", "rules.json:1", {"invalid JSON", "input"}},
    {std::string(40, '['), "rules.json:1", {"invalid JSON", "nested"}},
    {"{\"format\":\n1e999}", "rules.json:2", {"invalid JSON: number overflow parsing '1e999'"}},
    {"[]", "rules.json:1", {"got a list", "an object", "{\"format\": ...}"}},
    {"{}", "rules.json:1", {"format is missing", "add \"format\""}},
    {R"({"format": "allfold rules 2"})",
     "rules.json:1: format",
     {"unknown format 'allfold rules 2'", "\"allfold rules 1\""}},
    // The parser reads beyond the end of a number.
    {"{\"format\": 1\n}", "rules.json:1: format", {"got a whole number", "a text"}},
    {"{\"format\": \"allfold rules 1\",\n \"format\": \"allfold rules 1\"}",
     "rules.json:2: format",
     {"duplicate key"}},
    {"{\"format\": \"allfold rules 1\",\n\n \"modell\": {}}",
     "rules.json:3: modell",
     {"unknown key", "did you mean 'model'?"}},
    {R"({"format": "allfold rules 1", "rules": []})", "rules.json:1: rules", {"list is empty"}},
    {R"({"format": "allfold rules 1", "rules": {}})",
     "rules.json:1: rules",
     {"got an object", "a list"}},
    {R"({"format": "allfold rules 1", "measurements": []})",
     "rules.json:1: measurements",
     {"list is empty"}},
    {"{\"format\": \"allfold rules 1\",\n\"machine\": {\"processor\": \"x\", \"processors\": "
     "0,\n\"network\": \"tcp\", \"mpi\": \"x\"}}",
     "rules.json:2: machine.processors",
     {"0 is too small", "1 at least"}},
    {"{\"format\": \"allfold rules 1\",\n\"machine\": {\"processor\": \"x\", \"processors\": "
     "1,\n\"network\": true, \"mpi\": \"x\"}}",
     "rules.json:3: machine.network",
     {"got true or false", "\"tcp\""}},
    {"{\"format\": \"allfold rules 1\",\n\"machine\": {}}",
     "rules.json:2: machine",
     {"no part of a machine is named", "processor, processors, network or mpi",
      "for all machines"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns"}})",
     "rules.json:1: model.alpha",
     {"invalid time '2'", "\"2us\""}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": 1e-9,
         "alpha-inside": "1us", "beta-inside": "1ns"}})",
     "rules.json:1: model.gamma",
     {"got a number", "a text"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "beta-inside": "1ns"}})",
     "rules.json:1: model",
     {"alpha-inside is missing"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "group": 16}})",
     "rules.json:1: model",
     {"group, beta-far and beta-pair: expected group with", "add what is missing"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "beta-pair": "2ns"}})",
     "rules.json:1: model",
     {"group, beta-far and beta-pair: expected group with", "add what is missing"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "switch": 4, "group": 16, "beta-far": "1ns"}})",
     "rules.json:1: model",
     {"switch, beta-switch-far and beta-switch-pair: expected switch with", "add what is missing"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "switch": 4, "beta-switch-far": "1ns",
         "group": 18, "beta-far": "1ns"}})",
     "rules.json:1: model",
     {"group: 18 nodes: expected a multiple of the 4 nodes of a switch", "change one of them"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "group": 1, "beta-far": "1ns"}})",
     "rules.json:2: model.group",
     {"1 is too small", "2 at least"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "group": 1048577, "beta-far": "1ns"}})",
     "rules.json:2: model.group",
     {"1048577 is too large", "1048576 at most"}},
    {R"({"format": "allfold rules 1", "model": {"alpha": "2us", "beta": "1ns", "gamma": "1ns",
         "alpha-inside": "1us", "beta-inside": "1ns", "group": "16", "beta-far": "1ns"}})",
     "rules.json:2: model.group",
     {"got a text"}},
};
INSTANTIATE_TEST_SUITE_P(file, RulesMistake, ::testing::ValuesIn(of_the_file));

const std::string allreduce_native =
    R"("collective": "allreduce", "choose": [{"kernel": "native"}])";
const std::vector<Mistake> of_a_rule = {
    {with_rule(R"("collective": "bcast", "choose": [{"kernel": "ring"}])"),
     "rules.json:3: rules[0].collective",
     {"unknown collective 'bcast'", "expected allreduce, reduce or reduce_scatter"}},
    {with_rule(R"("choose": [{"kernel": "ring"}])"),
     "rules.json:3: rules[0]",
     {"collective is missing"}},
    {with_rule(R"("collective": "reduce")"), "rules.json:3: rules[0]", {"choose is missing"}},
    {with_rule(allreduce_native + R"(, "operations": [])"),
     "rules.json:3: rules[0].operations",
     {"empty", "[\"predefined\"]"}},
    {with_rule(allreduce_native + ", \"operations\": [\"predefined\",\n\"sum\"]"),
     "rules.json:4: rules[0].operations[1]",
     {"unknown class of operations 'sum'", "predefined, commutative or ordered"}},
    {with_rule(allreduce_native + R"(, "ranks": 7)"),
     "rules.json:3: rules[0].ranks",
     {"got a whole number", "[3, 7]"}},
    {with_rule(allreduce_native + R"(, "ranks": [7])"),
     "rules.json:3: rules[0].ranks",
     {"1 numbers", "two ends"}},
    {with_rule(allreduce_native + R"(, "ranks": [0, 7])"),
     "rules.json:3: rules[0].ranks[0]",
     {"0 is too small"}},
    {with_rule(allreduce_native + R"(, "ranks": [3, "7"])"),
     "rules.json:3: rules[0].ranks[1]",
     {"got a text", "[3, null]"}},
    {with_rule(allreduce_native + R"(, "ranks": [7, 3])"),
     "rules.json:3: rules[0].ranks",
     {"7 to 3 is empty", "write [3, 7]"}},
    {with_rule(allreduce_native + R"(, "ranks-per-node": [2, 1])"),
     "rules.json:3: rules[0].ranks-per-node",
     {"2 to 1 is empty"}},
    {with_rule(allreduce_native + R"(, "ranks": [2, 7], "ranks-per-node": [8, 9])"),
     "rules.json:3: rules[0].ranks-per-node",
     {"no node holds 8 ranks", "7 at most"}},
    {with_rule(allreduce_native + R"(, "ranks-per-machine": [2, 2])"),
     "rules.json:3: rules[0].ranks-per-machine",
     {"unknown key", "did you mean 'ranks-per-node'?"}},
    {with_rule(allreduce_native + R"(, "rank": [3, 7])"),
     "rules.json:3: rules[0].rank",
     {"did you mean 'ranks'?"}},
    {with_rule(allreduce_native + R"(, "by": "me")"),
     "rules.json:3: rules[0].by",
     {"invalid author 'me'", "remove \"by\""}},
    {with_rule(allreduce_native + R"(, "by": 1)"),
     "rules.json:3: rules[0].by",
     {"got a whole number", "\"tuner\""}},
    {choosing(""), "rules.json:4: rules[0].choose", {"empty", "native"}},
    {choosing("{}"), "rules.json:4: rules[0].choose[0]", {"kernel is missing"}},
    {choosing("{\"to-bytes\": 8, \"kernel\": \"native\"},\n{\"kernel\": \"rign\"}"),
     "rules.json:5: rules[0].choose[1].kernel",
     {"unknown algorithm 'rign'", "'ring'", "native"}},
    {choosing(R"({"kernel": "auto"})"), "rules.json:4: rules[0].choose[0].kernel", {"'auto'"}},
    {choosing(R"({"kernel": null})"),
     "rules.json:4: rules[0].choose[0].kernel",
     {"got null", "a text"}},
    {choosing(R"({"kernel": "ring:halvings=1"})"),
     "rules.json:4: rules[0].choose[0].kernel",
     {"unknown parameter 'halvings'"}},
    {choosing(R"({"kernel": "two-tree"})"),
     "rules.json:4: rules[0].choose[0].kernel",
     {"two-tree does not serve allreduce", "allfold list", "or native"}},
    {choosing(R"({"kernel": "composed:steps=2-2-3"})"),
     "rules.json:4: rules[0].choose[0].kernel",
     {"'2-2-3' composes 12 ranks", "[12, 12]"}},
    {choosing(R"({"kernel": "composed:steps=7h"})", "[7, 8]"),
     "rules.json:4: rules[0].choose[0].kernel",
     {"'7h' composes 7 ranks", "[7, 7]"}},
    {choosing(R"({"kernel": "ring", "segment": "64"})"),
     "rules.json:4: rules[0].choose[0].segment",
     {"invalid length of segments '64'", "64k"}},
    {choosing(R"({"kernel": "ring", "segment": 65536})"),
     "rules.json:4: rules[0].choose[0].segment",
     {"got a whole number", "\"64k\""}},
    {choosing(R"({"kernel": "native", "segment": "64k"})"),
     "rules.json:4: rules[0].choose[0].segment",
     {"native takes no segment", "remove \"segment\""}},
    {choosing(R"({"kernel": "ring", "to-byte": 8})"),
     "rules.json:4: rules[0].choose[0].to-byte",
     {"did you mean 'to-bytes'?"}},
    {choosing(R"({"to-bytes": -1, "kernel": "ring"}, {"kernel": "native"})"),
     "rules.json:4: rules[0].choose[0].to-bytes",
     {"-1 is too small"}},
    {choosing(R"({"to-bytes": "2k", "kernel": "ring"}, {"kernel": "native"})"),
     "rules.json:4: rules[0].choose[0].to-bytes",
     {"got a text", "a whole number"}},
    {choosing("{\"to-bytes\": 8, \"kernel\": \"ring\"},\n{\"to-bytes\":\n 8, \"kernel\": "
              "\"bruck\"}, {\"kernel\": \"native\"}"),
     "rules.json:6: rules[0].choose[1].to-bytes",
     {"8 comes after 8", "ascending"}},
    {choosing(R"({"kernel": "ring"}, {"kernel": "native"})"),
     "rules.json:4: rules[0].choose[0]",
     {"to-bytes is missing", "never hold"}},
    {choosing(R"({"to-bytes": 8, "kernel": "ring"})"),
     "rules.json:4: rules[0].choose[0].to-bytes",
     {"the last line has a limit", "without it"}},
};
INSTANTIATE_TEST_SUITE_P(rule, RulesMistake, ::testing::ValuesIn(of_a_rule));

TEST(RulesMistakes, are_all_said_at_once) {
  const std::vector<std::string> errors = errors_of(
      "{\"model\": {},\n \"rules\": [\n  {\"collective\": \"allreduce\", \"choose\": "
      "[{\"kernel\": \"rign\"}]},\n  {\"collective\": \"reduce\", \"ranks\": [2, 1]}]}");
  EXPECT_EQ(errors.size(), 1U + 5U + 1U + 2U);
}

}  // namespace
}  // namespace allfold::rules
