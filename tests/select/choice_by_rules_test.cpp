/// The choices that follow from rules.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.hpp"
#include "select/choose.hpp"
#include "select/known.hpp"
#include "select/measured.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

using ::testing::HasSubstr;

const std::string_view for_seven = R"("rules": [
  {"collective": "allreduce", "operations": ["predefined"], "ranks": [7, 7],
   "choose": [{"to-bytes": 1024, "kernel": "ring"}, {"to-bytes": 4096, "kernel": "native"},
              {"kernel": "bruck", "segment": "64k"}]},
  {"collective": "allreduce", "ranks": [7, 9], "choose": [{"kernel": "binary-tree"}]}])";

TEST(Rules, choose_by_the_length_of_the_vectors) {
  const Knowledge knowledge = known(for_seven);
  const auto at = [&](std::int64_t bytes) {
    return chosen({.ranks = 7, .bytes = bytes}, knowledge);
  };
  EXPECT_EQ(text_of(at(0)), "ring");
  EXPECT_EQ(text_of(at(1024)), "ring");
  EXPECT_EQ(at(1024).reason, "rules.json:3, 7 ranks, up to 1024 B");
  EXPECT_EQ(text_of(at(1025)), "native");
  EXPECT_EQ(at(4096).reason, "rules.json:3, 7 ranks, up to 4096 B");
  EXPECT_EQ(text_of(at(4097)), "bruck");
  EXPECT_EQ(at(4097).reason, "rules.json:3, 7 ranks, above 4096 B");
  EXPECT_EQ(at(1024).segment_bytes, std::nullopt);
  EXPECT_EQ(at(4097).segment_bytes, 64 << 10);
}

TEST(Rules, that_come_from_no_file_say_so) {
  const rules::RuledKernel ring{.kernel = algorithms::find_kernel("ring")};
  auto rules = std::make_shared<const rules::Rules>(rules::Rules{
      .rules = {{.ranks = {.from = 7, .to = 7}, .thresholds = {{.use = ring}}}},
      .measurements = {
          {.ranks = 9,
           .bytes = 8,
           .times = {{.candidate = ring, .seconds = {.median = 1, .low = 1, .high = 1}}}}}});
  const Knowledge knowledge = knowledge_of({}, Network::high_speed, rules);
  EXPECT_EQ(chosen({.ranks = 7}, knowledge).reason,
            "online tuning in this program, 7 ranks, any length");
  const Problem nearby{.ranks = 8};
  CandidateCache candidates;
  EXPECT_EQ(Measured(nearby, knowledge, candidates).where(), "on 9 ranks (this program)");
}

TEST(Rules, hold_for_what_they_say) {
  const Knowledge knowledge = known(for_seven);
  EXPECT_EQ(chosen({.ranks = 8}, knowledge).reason, "rules.json:6, 8 ranks, any length");
  EXPECT_EQ(text_of(chosen({.ranks = 7, .order = schedule::OperandOrder::rank_order}, knowledge)),
            "binary-tree")
      << "another class of operations";
  EXPECT_EQ(text_of(chosen({.ranks = 7, .operation = Operations::of_the_user}, knowledge)),
            "binary-tree");
  EXPECT_EQ(chosen({.ranks = 10, .bytes = 1 << 20}, knowledge).reason, "the cheapest composition");
  EXPECT_THAT(chosen({.collective = schedule::Collective::reduce, .ranks = 7}, knowledge).reason,
              ::testing::Not(HasSubstr("rules.json")));
}

TEST(Rules, hold_for_so_many_ranks_of_a_node) {
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "ranks-per-node": [2, 3], "choose": [{"kernel": "ring"}]}])");
  const auto at = [&](int ranks_per_node) {
    return chosen({.ranks = 8, .nodes = algorithms::Nodes::in_succession(8, ranks_per_node)},
                  knowledge);
  };
  EXPECT_NE(text_of(at(1)), "ring");
  EXPECT_EQ(text_of(at(2)), "ring");
  EXPECT_EQ(text_of(at(3)), "ring") << "the last node holds two";
  EXPECT_NE(text_of(at(4)), "ring");
  EXPECT_NE(text_of(chosen({.ranks = 8}, knowledge)), "ring") << "where it is not known";
}

TEST(Rules, come_after_the_user_and_before_shared_memory) {
  const Knowledge knowledge = known(for_seven);
  const Problem problem{.ranks = 7, .bytes = 8, .carrier = algorithms::Carrier::shared_memory};
  EXPECT_EQ(text_of(chosen(problem, knowledge)), "ring");
  EXPECT_EQ(text_of(chosen(problem, known(""
                                          "\"measurements\": [{\"collective\": \"reduce\", "
                                          "\"operation\": \"ordered\", \"ranks\": 2, "
                                          "\"ranks-per-node\": 1, \"bytes\": 1, "
                                          "\"times\": {\"native\": [1, 1, 1]}}]"))),
            "node");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_ALLREDUCE", "bruck"))), "bruck");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_ALLREDUCE", "native"))), "native");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_REDUCE", "native"))), "ring");
  const Problem longer{.ranks = 7, .bytes = 8192};
  EXPECT_EQ(chosen(longer, knowledge, with("ALLFOLD_SEGMENT", "1m")).segment_bytes, std::nullopt)
      << "the user's segments";
}

TEST(Rules, leave_parameters_open) {
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "choose": [{"kernel": "butterfly"}]},
    {"collective": "reduce", "choose": [{"kernel": "butterfly:halvings=1"}]}])");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 8}, knowledge)), "butterfly:halvings=0");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 1 << 24}, knowledge)), "butterfly:halvings=3");
  EXPECT_EQ(text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 8}, knowledge)),
            "butterfly:halvings=1");
}

/// The reason of the choice if a rule names a kernel that does not suit the problem.
std::string reason_without(std::string_view kernel, const Problem& problem,
                           const Configuration& configuration = {}) {
  const Knowledge knowledge = known(fmt::format(
      R"("rules": [{{"collective": "allreduce", "choose": [{{"kernel": "{}"}}]}}])", kernel));
  const Choice choice = chosen(problem, knowledge, configuration);
  EXPECT_NE(choice.kernel, nullptr);
  EXPECT_NE(text_of(choice), kernel);
  return choice.reason;
}

TEST(Rules, are_skipped_where_they_do_not_suit_and_the_reason_says_so) {
  EXPECT_EQ(
      reason_without("ring",
                     {.ranks = 5, .bytes = 1 << 20, .order = schedule::OperandOrder::rank_order}),
      "the cheapest composition; rules.json:2 is skipped: ring does not keep rank order");
  EXPECT_THAT(reason_without("bruck", {.ranks = 13, .operation = Operations::of_the_user}),
              HasSubstr("; rules.json:2 is skipped: bruck gathers the vectors of all ranks, "
                        "which Allfold does for predefined operations only"));
  EXPECT_THAT(
      reason_without("node", {.ranks = 5}),
      HasSubstr("; rules.json:2 is skipped: node needs all ranks on one node, with shared memory"));
  EXPECT_THAT(reason_without("node", {.ranks = 4,
                                      .carrier = algorithms::Carrier::both,
                                      .nodes = algorithms::Nodes::in_succession(4, 2)}),
              HasSubstr("is skipped: node needs all ranks on one node, with shared memory"));
  for (const algorithms::Carrier carrier :
       {algorithms::Carrier::messages, algorithms::Carrier::shared_memory})
    EXPECT_THAT(reason_without("lanes", {.ranks = 4, .carrier = carrier}),
                HasSubstr("is skipped: lanes needs ranks that share memory on their nodes"));
}

TEST(Rules, are_skipped_for_reproducible_results) {
  const Configuration reproducible = with("ALLFOLD_REPRODUCIBLE", "1");
  for (const std::string kernel : {"native", "ring", "binary-tree"})
    EXPECT_EQ(
        reason_without(kernel, {.ranks = 13}, reproducible),
        fmt::format(
            "the cheapest algorithm that gives reproducible results; rules.json:2 is skipped: {} "
            "does not bracket operands as ALLFOLD_REPRODUCIBLE=1 requires",
            kernel));
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "choose": [{"kernel": "native"}]},
    {"collective": "allreduce", "choose": [{"kernel": "ring-ordered"}]}])");
  const Choice choice = chosen({.ranks = 13}, knowledge, reproducible);
  EXPECT_EQ(text_of(choice), "ring-ordered") << "the next that holds";
  EXPECT_THAT(choice.reason,
              HasSubstr("rules.json:4, 13 ranks, any length; rules.json:3 is skipped"));
}

}  // namespace
}  // namespace allfold::select
