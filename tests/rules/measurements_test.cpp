/// Errors for mistakes in the measurements of a rules file.
#include <fmt/format.h>

#include <vector>

#include "rules/mistake.hpp"

namespace allfold::rules {
namespace {

/// A measurement with these times, in line 4.
std::string measuring(std::string_view times) {
  return fmt::format(
      "{{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {{\"collective\": \"reduce\", "
      "\"operation\": \"ordered\", \"ranks\": 7, \"ranks-per-node\": 1, \"bytes\": 8,\n"
      "   \"times\": {}}}]}}",
      times);
}

/// A measurement with a judgement, in line 5.
std::string judging(std::string_view judged) {
  return measuring(fmt::format("{{\"native\": [1, 1, 1]}},\n \"judged\": {}", judged));
}

class MeasurementMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(MeasurementMistake, is_said) { expect_said(GetParam()); }

const std::vector<Mistake> of_a_measurement = {
    {measuring("{}"), "rules.json:4: measurements[0].times", {"no times"}},
    {measuring("[1, 1, 1]"), "rules.json:4: measurements[0].times", {"no times", "\"native\""}},
    {measuring(R"({"native": [1e-5, 1e-5]})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time", "median, low, high"}},
    {measuring(R"({"native": "20us"})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time"}},
    {measuring(R"({"native": [0, 0, 1]})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time 0, 0, 1", "above 0"}},
    {measuring(R"({"native": [2e-5, 3e-5, 4e-5]})"),
     "rules.json:4: measurements[0].times.native",
     {"between its ends"}},
    {measuring(R"({"native": [2e-5, 2e-5, 2e-5, 0]})"),
     "rules.json:4: measurements[0].times.native[3]",
     {"0 is too small", "1 at least"}},
    {measuring(R"({"native": [2e-5, 2e-5, 2e-5, 1.5]})"),
     "rules.json:4: measurements[0].times.native[3]",
     {"got a number", "a whole number"}},
    {measuring(R"({"native": [2e-5, 2e-5, 2e-5, 2, 2]})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time", "the same of each visit"}},
    {measuring(R"({"native": [2e-5, 2e-5, 2e-5, [2e-5, 2e-5, 2e-5], [2e-5, 2e-5]]})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time", "the same of each visit"}},
    {measuring(R"({"native": [2e-5, 2e-5, 2e-5, [2e-5, 2e-5, 2e-5], [2e-5, 3e-5, 4e-5]]})"),
     "rules.json:4: measurements[0].times.native",
     {"invalid time 2e-05, 3e-05, 4e-05", "between its ends"}},
    {measuring("{\"native\": [1, 1, 1],\n \"rign\": [1, 1, 1]}"),
     "rules.json:5: measurements[0].times",
     {"unknown algorithm 'rign'"}},
    {measuring(R"({"bruck": [1, 1, 1]})"),
     "rules.json:4: measurements[0].times",
     {"bruck does not serve reduce"}},
    {measuring(R"({"composed:steps=8h": [1, 1, 1]})"),
     "rules.json:4: measurements[0].times",
     {"'8h' composes 8 ranks"}},
    {measuring(R"({"ring segment=x": [1, 1, 1]})"),
     "rules.json:4: measurements[0].times",
     {"invalid length of segments 'x'"}},
    {"{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {\"collective\": \"reduce\", "
     "\"operation\": \"sum\", \"ranks\": 7, \"ranks-per-node\": 1, \"bytes\": 8,\n"
     "   \"times\": {\"native\": [1, 1, 1]}}]}",
     "rules.json:3: measurements[0].operation",
     {"unknown class of operations 'sum'"}},
    {"{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {\"collective\": \"reduce\", "
     "\"operation\": \"ordered\", \"ranks\": 7, \"ranks-per-node\": 8, \"bytes\": 8,\n"
     "   \"times\": {\"native\": [1, 1, 1]}}]}",
     "rules.json:3: measurements[0].ranks-per-node",
     {"no node holds 8 ranks", "write 7 at most"}},
    {"{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {\"collective\": \"reduce\", "
     "\"operation\": \"ordered\", \"ranks\": 7, \"ranks-per-node\": 1,\n"
     "   \"times\": {\"native\": [1, 1, 1]}}]}",
     "rules.json:3: measurements[0]",
     {"bytes is missing"}},
    {"{\"format\": \"allfold rules 1\",\n \"measurements\": [\n  {\"collective\": \"reduce\", "
     "\"operation\": \"ordered\", \"ranks\": 7, \"ranks-per-node\": 1, \"bytes\": 8,\n"
     "   \"times\": {\"native\": [1, 1, 1]}},\n"
     "  {\"collective\": \"reduce\", \"operation\": \"ordered\", \"ranks\": 7, \"ranks-per-node\": "
     "1, "
     "\"bytes\": 8,\n   \"times\": {\"native\": [2, 2, 2]}}]}",
     "rules.json:5: measurements[1]",
     {"reduce on 7 ranks, 1 on a node, 8 bytes: duplicate of line 3", "remove one of them"}},
    {"{\"format\": \"allfold rules 1\",\n \"timing\": \"warm\"}",
     "rules.json:2: timing",
     {"unknown timing 'warm'", "expected separated, fresh, cold or back-to-back"}},
    {judging(R"({"choice": "binary-tree", "native": [1, 1, 1], "chosen": [1, 1, 1]})"),
     "rules.json:5: measurements[0].judged",
     {"gain is missing: every judgement needs it"}},
    {judging(R"({"choice": "rign", "native": [1, 1, 1], "chosen": [1, 1, 1], "gain": [1, 1, 1]})"),
     "rules.json:5: measurements[0].judged.choice",
     {"unknown algorithm 'rign'"}},
    {judging(
         R"({"choice": "binary-tree", "native": [1, 1, 1], "chosen": [1, 1], "gain": [1, 1, 1]})"),
     "rules.json:5: measurements[0].judged.chosen",
     {"invalid interval", "median, low, high"}},
    {judging(
         R"({"choice": "binary-tree", "native": [1, 1, 1], "chosen": [1, 1, 1], "gain": [1, 2, 3]})"),
     "rules.json:5: measurements[0].judged.gain",
     {"invalid interval", "between its ends"}},
};
INSTANTIATE_TEST_SUITE_P(all, MeasurementMistake, ::testing::ValuesIn(of_a_measurement));

}  // namespace
}  // namespace allfold::rules
