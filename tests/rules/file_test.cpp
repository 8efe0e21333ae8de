/// Rules files: their meaning, how they are written, and the error for each mistake.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "cost/parameters.hpp"
#include "rules/file.hpp"
#include "rules/keys.hpp"
#include "rules/mistake.hpp"

namespace allfold::rules {
namespace {

using ::testing::HasSubstr;

Rules read(std::string_view text) {
  std::vector<std::string> errors;
  Rules rules = parse_rules(text, "rules.json", errors);
  EXPECT_TRUE(errors.empty()) << errors.front();
  return rules;
}

std::string content(const std::string& file) {
  const std::ifstream stream(std::string(ALLFOLD_SOURCE_DIR) + '/' + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The example of docs/reference/rules.md.
std::string example() {
  const std::string page = content("docs/reference/rules.md");
  constexpr std::string_view begin = "```json\n";
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find("```", from) - from);
}

// Older files, from before the gap was measured, have none; their gap is that of the papers.
TEST(RulesFile, may_leave_out_the_gap) {
  std::string text = example();
  const std::string gap = R"("gap": "6us", )";
  text.erase(text.find(gap), gap.size());
  const Rules rules = read(text);
  EXPECT_EQ(rules.model->link.in_flight(), 0);
  EXPECT_EQ(text_of(rules).find("gap"), std::string::npos);
  EXPECT_NE(text_of(read(example())).find(gap), std::string::npos);
}

TEST(RulesFile, may_have_links_that_ranks_share) {
  std::string text = example();
  const std::string gap = R"("gap": "6us", )";
  const std::string shared = R"("group": 16, "beta-far": "2ns", "beta-adapter": "0.5ns", )";
  text.insert(text.find(gap), shared);
  const Rules rules = read(text);
  EXPECT_EQ(rules.model->groups.nodes, 16);
  EXPECT_DOUBLE_EQ(rules.model->groups.beta_far, 2e-9);
  EXPECT_DOUBLE_EQ(rules.model->beta_adapter, 5e-10);
  EXPECT_NE(text_of(rules).find(R"("group": 16, "beta-far": "2ns", "beta-adapter": "500ps"})"),
            std::string::npos)
      << text_of(rules);
  EXPECT_EQ(text_of(read(text_of(rules))), text_of(rules));
  EXPECT_FALSE(read(example()).model->has_shared_links());
  text.replace(text.find("beta-far"), std::string("beta-far").size(), "beta-pair");
  EXPECT_EQ(read(text).model->groups.beta_far, cost::unknown);
  EXPECT_DOUBLE_EQ(read(text).model->groups.beta_pair, 2e-9);
  EXPECT_EQ(text_of(read(text_of(read(text)))), text_of(read(text)));
  text.insert(text.find(shared.substr(0, 11)), R"("switch": 4, "beta-switch-pair": "3ns", )");
  EXPECT_EQ(read(text).model->switches,
            (cost::NodeGroups{.nodes = 4, .beta_far = cost::unknown, .beta_pair = 3e-9}));
  EXPECT_DOUBLE_EQ(read(text).model->groups.beta_pair, 2e-9);
  EXPECT_EQ(text_of(read(text_of(read(text)))), text_of(read(text)));
}

TEST(RulesFile, of_the_page_says_what_the_page_says) {
  const Rules rules = read(example());
  ASSERT_TRUE(rules.machine && rules.model);
  EXPECT_EQ(rules.source, "rules.json");
  EXPECT_EQ(*rules.machine, (MachineFingerprint{.processor = "AMD EPYC 7763 64-Core Processor",
                                                .processors = 64,
                                                .network = "tcp",
                                                .mpi = "Open MPI 4.1.4"}));
  EXPECT_DOUBLE_EQ(rules.model->link.alpha, 31e-6);
  EXPECT_DOUBLE_EQ(rules.model->link.gap, 6e-6);
  EXPECT_DOUBLE_EQ(rules.model->inside.beta, 0.12e-9);
  ASSERT_EQ(rules.rules.size(), 3U);
  const Rule& rule = rules.rules[0];
  EXPECT_EQ(rule.line, 6);
  EXPECT_EQ(rule.operations, std::vector{OperationClass::predefined});
  EXPECT_EQ(rule.ranks, (Range<int>{.from = 7, .to = 7}));
  EXPECT_EQ(rule.by, RuleAuthor::tuner);
  ASSERT_EQ(rule.thresholds.size(), 3U);
  EXPECT_EQ(text_of(*rule.thresholds[0].use), "recursive-doubling");
  EXPECT_EQ(rule.thresholds[0].to_bytes, 2048);
  EXPECT_EQ(rule.thresholds[1].use->kernel, nullptr);
  EXPECT_EQ(text_of(*rule.thresholds[2].use), "composed:steps=7h segment=64k");
  EXPECT_EQ(rule.thresholds[2].to_bytes, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(rules.rules[1].ranks, (Range<int>{.from = 8})) << "and more";
  EXPECT_EQ(rules.rules[1].by, RuleAuthor::person);
  EXPECT_EQ(rules.rules[2].thresholds.at(0).first_way, algorithms::Way::whole);
  EXPECT_EQ(rules.rules[2].bytes, (Range<std::int64_t>{.from = 16384, .to = 524287}));
  ASSERT_EQ(rules.measured_ways.size(), 1U);
  EXPECT_EQ(text_of(rules.measured_ways[0].times[1].candidate), "node:way=whole");
  ASSERT_EQ(rules.measurements.size(), 2U);
  EXPECT_DOUBLE_EQ(rules.measurements[0].times[1].seconds.low, 28.9e-6);
  EXPECT_EQ(rules.measurements[0].times[0].number_of_visits(), 1);
  ASSERT_EQ(rules.measurements[0].times[1].number_of_visits(), 3);
  EXPECT_DOUBLE_EQ(rules.measurements[0].times[1].visits[2].high, 3.09e-5);
  EXPECT_FALSE(rules.measurements[0].judged);
  ASSERT_TRUE(rules.measurements[1].judged);
  EXPECT_EQ(text_of(rules.measurements[1].judged->choice), "recursive-doubling");
  EXPECT_DOUBLE_EQ(rules.measurements[1].judged->native.median, 9.2e-6);
  EXPECT_DOUBLE_EQ(rules.measurements[1].judged->chosen.low, 6.3e-6);
  EXPECT_DOUBLE_EQ(rules.measurements[1].judged->gain.high, 1.46);
}

TEST(RulesFile, is_written_as_it_is_read) {
  const std::string text = text_of(read(example()));
  EXPECT_EQ(text_of(read(text)), text);
  const Rules again = read(text);
  EXPECT_EQ(again.rules.size(), 3U);
  EXPECT_EQ(again.machine, read(example()).machine);
  EXPECT_EQ(text_of(Rules{}), "{\n  \"format\": \"allfold rules 1\"\n}\n");
  EXPECT_TRUE(errors_of(text_of(Rules{})).empty());
  EXPECT_THAT(text_of(read(R"({"format": "allfold rules 1", "machine": {"processor": "\"µ\\\"",
                             "processors": 1, "network": "tcp", "mpi": "x"}})")),
              HasSubstr(R"("processor": "\"µ\\\"",)"));
}

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
    {"{\"format\": \"allfold rules 1\",\n\"machine\": {\"processor\": \"x\", \"processors\": "
     "1,\n\"network\": \"tcp\"}}",
     "rules.json:2: machine",
     {"mpi is missing"}},
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
     {"unknown collective 'bcast'", "expected allreduce or reduce"}},
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

TEST(RulesFile, has_all_its_mistakes_said_at_once) {
  const std::vector<std::string> errors = errors_of(
      "{\"model\": {},\n \"rules\": [\n  {\"collective\": \"allreduce\", \"choose\": "
      "[{\"kernel\": \"rign\"}]},\n  {\"collective\": \"reduce\", \"ranks\": [2, 1]}]}");
  EXPECT_EQ(errors.size(), 1U + 5U + 1U + 2U);
}

TEST(RulesFile, has_the_keys_of_its_schema) {
  const auto schema = nlohmann::json::parse(content("docs/reference/rules.schema.json"));
  for (const RulesForm& form : rules_forms()) {
    const auto& definition = schema.at("$defs").at(std::string(form.name));
    std::set<std::string> keys;
    std::set<std::string> required;
    for (const RulesKey& key : form.keys) {
      keys.emplace(key.name);
      if (key.need == RulesKey::Need::required) required.emplace(key.name);
    }
    std::set<std::string> in_schema;
    for (const auto& [key, value] : definition.at("properties").items()) in_schema.insert(key);
    EXPECT_EQ(keys, in_schema) << form.name;
    EXPECT_EQ(required, definition.at("required").get<std::set<std::string>>()) << form.name;
    EXPECT_EQ(definition.at("additionalProperties"), false) << form.name;
  }
  EXPECT_EQ(schema.at("$defs").at("file").at("properties").at("format").at("const"), rules_format);
}

}  // namespace
}  // namespace allfold::rules
