/// What is put to trial beside what was chosen.
#include "select/rivals.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace allfold {
namespace {

std::vector<RuledKernel> rivals_of(const Problem& problem) {
  CandidateCache candidates;
  const Configuration configuration;
  const Knowledge knowledge = knowledge_of(configuration, Network::tcp);
  return rivals(problem, choose(problem, configuration, knowledge, candidates), knowledge,
                candidates);
}

std::string first_name(const Problem& problem) { return text_of(rivals_of(problem).front()); }

Problem problem_on(int ranks, std::int64_t bytes, Carrier carrier = Carrier::messages) {
  return {.ranks = ranks,
          .bytes = bytes,
          .carrier = carrier,
          .nodes = Nodes::in_succession(ranks, carrier == Carrier::messages ? 1
                                               : carrier == Carrier::both   ? 2
                                                                            : ranks)};
}

TEST(Rivals, WhatWasChosenComesFirst) {
  EXPECT_EQ(first_name(problem_on(6, 800, Carrier::shared_memory)), "node");
  EXPECT_TRUE(first_name(problem_on(6, 800, Carrier::both)).starts_with("lanes"));
  EXPECT_EQ(first_name(problem_on(6, 800)), "direct");
  EXPECT_TRUE(first_name(problem_on(6, 1 << 20)).starts_with("composed"));
}

TEST(Rivals, AreFewAndDifferAndSuit) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (const Carrier carrier : {Carrier::messages, Carrier::both, Carrier::shared_memory})
      for (const OperandOrder order : {OperandOrder::any, OperandOrder::rank_order})
        for (int ranks = 2; ranks <= 40; ++ranks)
          for (const std::int64_t bytes : {8L, 4096L, 1L << 20, 1L << 28}) {
            Problem problem = problem_on(ranks, bytes, carrier);
            problem.collective = collective;
            problem.order = order;
            if (order == OperandOrder::rank_order) problem.operation = Operations::of_the_user;
            const std::vector<RuledKernel> all = rivals_of(problem);
            EXPECT_GE(all.size(), 2U);
            EXPECT_LE(all.size(), most_rivals);
            EXPECT_EQ(std::ranges::count(all, RuledKernel{}), 1) << "the native call takes part";
            for (const RuledKernel& rival : all) {
              EXPECT_EQ(std::ranges::count(all, rival), 1) << text_of(rival) << " on " << ranks;
              if (rival.kernel != nullptr) {
                EXPECT_EQ(obstacle(*rival.kernel, rival.parameters, problem, Brackets::all), "");
              }
            }
          }
}

TEST(Rivals, NativeMayBeWhatWasChosen) {
  CandidateCache candidates;
  const Problem problem = problem_on(6, 800, Carrier::shared_memory);
  const Knowledge knowledge = knowledge_of(Configuration{}, Network::tcp);
  const std::vector<RuledKernel> all = rivals(problem, Choice{}, knowledge, candidates);
  EXPECT_EQ(all.front(), RuledKernel{});
  EXPECT_EQ(std::ranges::count(all, RuledKernel{}), 1);
  EXPECT_EQ(std::ranges::count(all, find_kernel("node"), &RuledKernel::kernel), 1);
}

// What came after the papers is not chosen by itself, but takes part where the model has it near.
TEST(Rivals, LaterKernelsTakePart) {
  const std::vector<RuledKernel> all = rivals_of(problem_on(13, 1 << 20));
  EXPECT_EQ(std::ranges::count(all, find_kernel("circulant"), &RuledKernel::kernel), 1);
}

// Several kernels are the same butterfly there.
TEST(Rivals, OneOfThoseThatCostTheSame) {
  const auto is_butterfly = [](const RuledKernel& rival) {
    return rival.kernel == find_kernel("butterfly") ||
           rival.kernel == find_kernel("recursive-doubling") ||
           rival.kernel == find_kernel("composed");
  };
  EXPECT_LE(std::ranges::count_if(rivals_of(problem_on(8, 8)), is_butterfly), 1);
}

}  // namespace
}  // namespace allfold
