/// Rules files: their meaning, and how they are written.
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
  EXPECT_EQ(rules.rules[2].thresholds.at(0).first_way, algorithms::WayParameter::whole);
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
  const std::string some = R"(  "machine": {"processors": 64, "mpi": "x"})";
  EXPECT_THAT(text_of(read(R"({"format": "allfold rules 1",)" + some + '}')), HasSubstr(some));
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
    EXPECT_EQ(required, definition.value("required", std::set<std::string>{})) << form.name;
    EXPECT_EQ(definition.at("additionalProperties"), false) << form.name;
  }
  EXPECT_EQ(schema.at("$defs").at("file").at("properties").at("format").at("const"), rules_format);
}

}  // namespace
}  // namespace allfold::rules
