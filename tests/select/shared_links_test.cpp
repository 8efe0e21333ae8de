/// Choices on machines whose ranks share links.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "select/choose.hpp"
#include "select/completed.hpp"
#include "select/explanation.hpp"
#include "select/measured.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

const std::string network = "alpha=1us,beta=80ps,gamma=20ps,gap=400ns";

std::string chosen(const Problem& problem, const std::string& links) {
  const Configuration configuration = with("ALLFOLD_MODEL", network + links);
  CandidateCache candidates;
  return text_of(
      choose(problem, configuration, knowledge_of(configuration, Network::high_speed), candidates));
}

// Messages to distant ranks are shorter if the piece has been halved more often before.
TEST(ChoiceOnSharedLinks, halves_more_where_groups_of_nodes_share_links) {
  const Problem problem{.ranks = 64, .bytes = 64 << 10};
  EXPECT_EQ(chosen(problem, ""), "composed:steps=4h4-4h4-4k4");
  EXPECT_EQ(chosen(problem, ",group=16,beta-far=800ps"), "composed:steps=4h4-4h4-4h4");
  EXPECT_EQ(chosen(problem, ",group=64,beta-far=160ps"), chosen(problem, "")) << "one group";
  EXPECT_EQ(chosen(problem, ",group=16,beta-far=80ps"), chosen(problem, "")) << "no taper";
  EXPECT_EQ(chosen(problem, ",beta-adapter=80ps"), chosen(problem, "")) << "one rank on a node";
}

TEST(ChoiceOnSharedLinks, halves_more_where_ranks_share_an_adapter) {
  const Problem problem{
      .ranks = 64, .bytes = 64 << 10, .nodes = algorithms::Nodes::in_succession(64, 16)};
  EXPECT_EQ(chosen(problem, ""), "composed:steps=2h-2h-2h-2-2-2");
  EXPECT_EQ(chosen(problem, ",beta-adapter=80ps"), "composed:steps=2h-2h-2h-2h-2h-2");
  EXPECT_EQ(chosen(problem, ",beta-adapter=5ps"), chosen(problem, "")) << "16 adapters";
}

// Neighbours pass long vectors on, so only one rank of a node sends to another node at a time.
TEST(ChoiceOnSharedLinks, passes_long_vectors_from_neighbour_to_neighbour) {
  const Problem problem{
      .ranks = 64, .bytes = 4 << 20, .nodes = algorithms::Nodes::in_succession(64, 16)};
  EXPECT_EQ(chosen(problem, ""), "composed:steps=2h-2h-2h-2h-2h-2h");
  EXPECT_EQ(chosen(problem, ",beta-adapter=80ps"), "bucket");
}

// A node of a torus receives contributions by several links at the same time, and neighbours are
// close.
TEST(ChoiceOnSharedLinks, uses_all_links_of_a_torus) {
  const std::string torus = ",torus-x=5,torus-y=3,alpha-hop=300ns";
  const auto reduce_of = [](std::int64_t bytes) {
    return Problem{.collective = schedule::Collective::reduce, .ranks = 13, .bytes = bytes};
  };
  EXPECT_EQ(chosen(reduce_of(64 << 10), ""), "composed:steps=13h");
  EXPECT_EQ(chosen(reduce_of(64 << 10), torus), "ring");
  EXPECT_EQ(chosen(reduce_of(4 << 20), ""), "two-tree:segments=32");
  EXPECT_EQ(chosen(reduce_of(4 << 20), torus), "ring");
  const Problem on_rows{.ranks = 63, .bytes = 4 << 20};
  EXPECT_EQ(chosen(on_rows, ""), "composed:steps=3h-21h");
  EXPECT_EQ(chosen(on_rows, ",torus-x=9,torus-y=7,alpha-hop=300ns"), "bucket-2d:rows=7");
}

// With mean distances all ranks would be equally far apart: 256t16 and 256t3.
TEST(ChoiceOnSharedLinks, follows_the_messages_of_256_ranks) {
  const std::string torus = ",torus-x=16,torus-y=16,alpha-hop=300ns";
  const auto reduce_of = [](std::int64_t bytes) {
    return Problem{.collective = schedule::Collective::reduce, .ranks = 256, .bytes = bytes};
  };
  EXPECT_EQ(chosen(reduce_of(8), torus), "composed:steps=256t12");
  EXPECT_EQ(chosen(reduce_of(8 << 10), torus), "composed:steps=4h4-64t3");
}

// All messages of this kernel are among neighbours. By the mean way it would be slower than others.
TEST(ChoiceOnSharedLinks, runs_programs_of_many_messages_among_neighbours) {
  EXPECT_EQ(chosen({.ranks = 256, .bytes = 512 << 10}, ",torus-x=32,torus-y=8,alpha-hop=300ns"),
            "bucket-2d:rows=8");
  const std::string longer = ",torus-x=64,torus-y=4,alpha-hop=300ns";
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
    EXPECT_EQ(chosen({.collective = collective, .ranks = 256, .bytes = 4 << 20}, longer),
              "bucket-2d:rows=4");
}

// Rounds of this tree overlap on the links between switches. With the contention of each round
// added to the formula, two-tree:segments=8 would be chosen, which takes 1.38 times as long.
TEST(ChoiceOnSharedLinks, simulates_the_links_of_up_to_64_ranks) {
  const Problem problem{.collective = schedule::Collective::reduce, .ranks = 64, .bytes = 4 << 20};
  EXPECT_EQ(chosen(problem, ",switch=4,beta-switch-pair=320ps,group=32,beta-pair=1280ps"),
            "two-tree:segments=32");
}

TEST(ChoiceOnSharedLinks, shares_no_adapter_where_a_rank_is_alone_on_its_node) {
  const auto share = [](const std::string& adapter, int ranks_per_node) {
    const Problem problem{
        .ranks = 16, .bytes = 8, .nodes = algorithms::Nodes::in_succession(16, ranks_per_node)};
    const Configuration configuration = with("ALLFOLD_MODEL", network + adapter);
    return model_for(problem, knowledge_of(configuration, Network::high_speed)).has_shared_links();
  };
  EXPECT_FALSE(share(",beta-adapter=80ps", 1));
  EXPECT_TRUE(share(",beta-adapter=81ps", 1)) << "slower than the rank's own link";
  EXPECT_TRUE(share(",beta-adapter=80ps", 4));
}

// All links of a torus with more ranks than programs are run for.
TEST(ChoiceOnSharedLinks, knows_the_links_of_a_large_torus) {
  const Problem problem{.ranks = 1024, .bytes = 4 << 20};
  EXPECT_EQ(chosen(problem, ""), "composed:steps=2h-2h-2h-2h-2h-2h-2h-2h-2-2");
  EXPECT_EQ(chosen(problem, ",torus-x=32,torus-y=32"), "bucket-2d:rows=32");
}

// The explanation shows the alpha of the shortest routes, which a user can set again.
TEST(ChoiceOnSharedLinks, is_explained_by_the_alpha_that_was_given) {
  const Problem problem{.ranks = 24, .bytes = 1 << 20};
  const Configuration configuration =
      with("ALLFOLD_MODEL", network + ",torus-x=6,torus-y=4,alpha-hop=300ns");
  CandidateCache candidates;
  const Knowledge knowledge = knowledge_of(configuration, Network::high_speed);
  const Explanation explanation =
      explanation_of(problem, choose(problem, configuration, knowledge, candidates), configuration,
                     knowledge, candidates);
  EXPECT_EQ(explanation.given.link.alpha, 1e-6);
  EXPECT_GT(explanation.model.link.alpha, 1.3e-6);
}

// The prediction uses the model of the choice, and measured times are compared with it.
TEST(ChoiceOnSharedLinks, is_explained_by_what_was_looked_at) {
  const Problem problem{.ranks = 64, .bytes = 1 << 20};
  const Configuration configuration = with("ALLFOLD_MODEL", network + ",group=16,beta-far=800ps");
  CandidateCache candidates;
  const Knowledge knowledge = knowledge_of(configuration, Network::high_speed);
  const Choice choice = choose(problem, configuration, knowledge, candidates);
  const Explanation explanation =
      explanation_of(problem, choice, configuration, knowledge, candidates);
  ASSERT_FALSE(explanation.predictions.empty());
  for (const Prediction& prediction : explanation.predictions)
    if (prediction.use.kernel == choice.kernel) {
      EXPECT_EQ(prediction.use.parameters, choice.parameters);
    }
  EXPECT_NE(text_of(explanation).find("group=16,beta-far=800ps"), std::string::npos);
}

// If ranks share a link, its messages follow each other as if there were no gap: in the choice, in
// its explanation, and in the parameters that a name leaves out.
TEST(ChoiceOnSharedLinks, explains_and_completes_with_the_model_of_the_choice) {
  for (const int ranks : {24, 60, 64, 100})
    for (const std::int64_t bytes :
         {std::int64_t{8}, std::int64_t{4} << 10, std::int64_t{256} << 10}) {
      const Problem problem{
          .ranks = ranks, .bytes = bytes, .nodes = algorithms::Nodes::in_succession(ranks, 4)};
      const Configuration configuration = with("ALLFOLD_MODEL", network);
      CandidateCache candidates;
      const Knowledge knowledge = knowledge_of(configuration, Network::high_speed);
      const Choice choice = choose(problem, configuration, knowledge, candidates);
      ASSERT_NE(choice.kernel, nullptr);
      const auto predictions = predictions_of(problem, AllowedBrackets::all, knowledge, candidates);
      const auto of_choice = std::ranges::find(
          predictions, choice.kernel, [](const Prediction& each) { return each.use.kernel; });
      ASSERT_NE(of_choice, predictions.end());
      EXPECT_EQ(of_choice->use.parameters, choice.parameters) << ranks << " ranks, " << bytes;
      EXPECT_EQ(completed({.kernel = choice.kernel}, problem, knowledge, AllowedBrackets::all,
                          candidates),
                choice.parameters)
          << ranks << " ranks, " << bytes;
    }
}

TEST(ChoiceOnSharedLinks, corrects_a_model_that_knows_them) {
  const auto* const kernel = algorithms::find_kernel("recursive-doubling");
  const Problem problem{.ranks = 64, .bytes = 1 << 20};
  const auto correction = [&](const std::string& links) {
    const rules::Rules rules{
        .measurements = {{.collective = schedule::Collective::allreduce,
                          .operation = rules::OperationClass::predefined,
                          .ranks = 64,
                          .ranks_per_node = 1,
                          .bytes = 1 << 20,
                          .times = {{.candidate = {.kernel = kernel},
                                     .seconds = {.median = 1e-3, .low = 1e-3, .high = 1e-3}}}}}};
    const Configuration configuration = with("ALLFOLD_MODEL", network + links);
    CandidateCache candidates;
    return Measured(problem,
                    knowledge_of(configuration, Network::high_speed,
                                 std::make_shared<const rules::Rules>(rules)),
                    candidates)
        .correction(*kernel);
  };
  EXPECT_LT(correction(",group=16,beta-far=800ps"), correction("") / 2);
}

}  // namespace
}  // namespace allfold::select
