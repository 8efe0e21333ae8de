/// The candidates on trial besides the chosen one.
#include "select/trial_candidates.hpp"
#include "algorithms/registry.hpp"
#include "select/choose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace allfold::select {
namespace {

std::vector<rules::RuledKernel> candidates_of(const Problem& problem) {
  CandidateCache candidates;
  const Configuration configuration;
  const Knowledge knowledge = knowledge_of(configuration, Network::tcp);
  return trial_candidates(problem, choose(problem, configuration, knowledge, candidates), knowledge,
                          candidates);
}

std::string first_name(const Problem& problem) {
  return rules::text_of(candidates_of(problem).front());
}

Problem problem_on(int ranks, std::int64_t bytes,
                   algorithms::Carrier carrier = algorithms::Carrier::messages) {
  return {.ranks = ranks,
          .bytes = bytes,
          .carrier = carrier,
          .nodes = algorithms::Nodes::in_succession(
              ranks, carrier == algorithms::Carrier::messages ? 1
                     : carrier == algorithms::Carrier::both   ? 2
                                                              : ranks)};
}

TEST(TrialCandidates, WhatWasChosenComesFirst) {
  EXPECT_EQ(first_name(problem_on(6, 800, algorithms::Carrier::shared_memory)), "node");
  EXPECT_TRUE(first_name(problem_on(6, 800, algorithms::Carrier::both)).starts_with("lanes"));
  EXPECT_EQ(first_name(problem_on(6, 800)), "direct");
  EXPECT_TRUE(first_name(problem_on(6, 1 << 20)).starts_with("composed"));
}

TEST(TrialCandidates, AreFewAndDifferAndSuit) {
  CandidateCache cache;
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const algorithms::Carrier carrier :
         {algorithms::Carrier::messages, algorithms::Carrier::both,
          algorithms::Carrier::shared_memory})
      for (const schedule::OperandOrder order :
           {schedule::OperandOrder::any, schedule::OperandOrder::rank_order})
        for (int ranks = 2; ranks <= 40; ++ranks)
          for (const std::int64_t bytes : {8L, 4096L, 1L << 20, 1L << 28}) {
            Problem problem = problem_on(ranks, bytes, carrier);
            problem.collective = collective;
            problem.order = order;
            if (order == schedule::OperandOrder::rank_order)
              problem.operation = Operations::of_the_user;
            const std::vector<rules::RuledKernel> all = candidates_of(problem);
            EXPECT_GE(all.size(), 2U);
            EXPECT_LE(all.size(), most_trial_candidates);
            EXPECT_EQ(std::ranges::count(all, rules::RuledKernel{}), 1)
                << "the native call takes part";
            for (const rules::RuledKernel& candidate : all) {
              EXPECT_EQ(std::ranges::count(all, candidate), 1)
                  << rules::text_of(candidate) << " on " << ranks;
              if (candidate.kernel != nullptr) {
                EXPECT_EQ(obstacle(*candidate.kernel, candidate.parameters, problem,
                                   AllowedBrackets::all, cache),
                          "");
              }
            }
          }
}

TEST(TrialCandidates, NativeMayBeWhatWasChosen) {
  CandidateCache candidates;
  const Problem problem = problem_on(6, 800, algorithms::Carrier::shared_memory);
  const Knowledge knowledge = knowledge_of(Configuration{}, Network::tcp);
  const std::vector<rules::RuledKernel> all =
      trial_candidates(problem, Choice{}, knowledge, candidates);
  EXPECT_EQ(all.front(), rules::RuledKernel{});
  EXPECT_EQ(std::ranges::count(all, rules::RuledKernel{}), 1);
  EXPECT_EQ(std::ranges::count(all, algorithms::find_kernel("node"), &rules::RuledKernel::kernel),
            1);
}

// Kernels newer than the papers are not chosen by default, but are candidates if the model rates
// them as close.
TEST(TrialCandidates, LaterKernelsTakePart) {
  const std::vector<rules::RuledKernel> all = candidates_of(problem_on(13, 1 << 20));
  EXPECT_EQ(
      std::ranges::count(all, algorithms::find_kernel("circulant"), &rules::RuledKernel::kernel),
      1);
}

// Several kernels are the same butterfly in this case.
TEST(TrialCandidates, OneOfThoseThatCostTheSame) {
  const auto number_of = [](std::string_view one, std::string_view other) {
    return std::ranges::count_if(candidates_of(problem_on(8, 8)),
                                 [&](const rules::RuledKernel& candidate) {
                                   return candidate.kernel == algorithms::find_kernel(one) ||
                                          candidate.kernel == algorithms::find_kernel(other);
                                 });
  };
  EXPECT_LE(number_of("butterfly", "recursive-doubling"), 1);
  EXPECT_LE(number_of("composed", "recursive-multiplying"), 1);
}

}  // namespace
}  // namespace allfold::select
