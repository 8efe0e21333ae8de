// Vectors of few large elements, and vectors that stay whole: no algorithm divides them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "select/chosen.hpp"
#include "select/trial_candidates.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

std::int64_t blocks_of(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                       const Problem& problem) {
  algorithms::Task task = task_of(problem);
  task.parameters = parameters;
  return kernel.carrier == algorithms::Carrier::shared_memory ? 1 : kernel.generate(task).blocks;
}

/// There are enough units for the blocks. Shares of the ranks may be empty.
void expect_suffice(const algorithms::Kernel& kernel, const algorithms::Parameters& parameters,
                    const Problem& problem) {
  const std::int64_t blocks = blocks_of(kernel, parameters, problem);
  const bool are_shares = schedule::goes_in_shares(problem.collective) && blocks == problem.ranks;
  EXPECT_TRUE(are_shares || blocks <= problem.units.count)
      << kernel.name << algorithms::text_of(kernel, parameters) << " on " << problem.ranks
      << " ranks";
}

template <class Visit>
void for_each_problem(Visit visit) {
  for (const auto collective : schedule::all_collectives)
    for (const auto order : {schedule::OperandOrder::any, schedule::OperandOrder::rank_order})
      for (const auto carrier : {algorithms::Carrier::messages, algorithms::Carrier::both})
        for (const int ranks : {2, 3, 4, 6, 7, 16, 23, 48})
          for (const std::int64_t elements : {1, 2, 3, 5, 8, 100})
            for (const std::int64_t size : {100L, 4096L, 2L << 20})
              visit(Problem{.collective = collective,
                            .ranks = ranks,
                            .bytes = elements * size,
                            .units = units_of(elements, size),
                            .order = order,
                            .carrier = carrier,
                            .nodes = algorithms::Nodes::in_succession(
                                ranks, carrier == algorithms::Carrier::both ? 2 : 1)});
}

TEST(Units, are_as_many_as_there_are_elements_of_more_than_a_cache_line) {
  EXPECT_TRUE(units_of(1, 8).are_many());
  EXPECT_TRUE(units_of(1, 64).are_many());
  EXPECT_EQ(units_of(3, 65), Units{.count = 3});
}

TEST(Units, are_one_where_an_operation_of_the_program_gets_all_of_a_vector) {
  const auto of = [](std::int64_t elements, std::string_view value) {
    return units_of(elements, 8, Operations::of_the_user, with("ALLFOLD_USER_OPERATIONS", value));
  };
  EXPECT_EQ(of(1024, "auto"), undivided);
  EXPECT_EQ(of(1025, "auto"), Units{});
  EXPECT_EQ(of(1025, "whole"), undivided);
  EXPECT_EQ(of(3, "elementwise"), Units{});
  constexpr std::int64_t most_counted = std::numeric_limits<int>::max();
  EXPECT_EQ(of(most_counted, "whole"), undivided);
  EXPECT_EQ(of(most_counted + 1, "whole"), Units{}) << "the operation counts by an int";
  EXPECT_EQ(units_of(3, 8, Operations::predefined, with("ALLFOLD_USER_OPERATIONS", "whole")),
            Units{});
}

TEST(FewUnits, suffice_for_what_is_chosen) {
  CandidateCache candidates;
  const Knowledge knowledge = knowledge_of({}, Network::high_speed);
  for_each_problem([&](const Problem& problem) {
    const Choice choice = choose(problem, {}, knowledge, candidates);
    ASSERT_NE(choice.kernel, nullptr);
    expect_suffice(*choice.kernel, choice.parameters, problem);
  });
}

TEST(FewUnits, suffice_for_candidates_of_trials) {
  CandidateCache candidates;
  const Knowledge knowledge = knowledge_of({}, Network::tcp);
  for_each_problem([&](const Problem& problem) {
    if (problem.ranks > 7) return;
    const Choice choice = choose(problem, {}, knowledge, candidates);
    for (const rules::RuledKernel& each :
         trial_candidates(problem, choice, knowledge, candidates)) {
      if (each.kernel != nullptr) expect_suffice(*each.kernel, each.parameters, problem);
    }
  });
}

// An element costs the same as its bytes: the best choice is that of a vector that no algorithm
// divides.
TEST(FewUnits, are_taken_by_the_cheapest_that_does_not_divide) {
  const Problem whole{.ranks = 8, .bytes = 2 << 20, .units = undivided};
  EXPECT_EQ(text_of(chosen(whole)), "composed:steps=2-2-2");
  const Problem fine{.ranks = 8, .bytes = 2 << 20};
  EXPECT_EQ(text_of(chosen(fine)), "ring");
}

// The link of a root that receives many whole vectors delays the Reduces that follow.
TEST(FewUnits, are_reduced_by_trees_whose_root_receives_few_vectors) {
  Problem problem{.collective = schedule::Collective::reduce,
                  .ranks = 13,
                  .bytes = 2 << 20,
                  .units = undivided};
  EXPECT_EQ(text_of(chosen(problem)), "fibonacci-tree:children=3");
  problem.ranks = 3;
  EXPECT_EQ(text_of(chosen(problem)), "fibonacci-tree:children=1");
  // Ranks of a node share its link, and use none among themselves.
  problem.ranks = 12;
  problem.nodes = algorithms::Nodes::in_succession(12, 3);
  problem.carrier = algorithms::Carrier::both;
  EXPECT_THAT(text_of(chosen(problem)), testing::Not(testing::StartsWith("fibonacci-tree")));
  problem.nodes = {};
  problem.carrier = algorithms::Carrier::messages;
  // Of short vectors, latencies are all that matters.
  problem.ranks = 13;
  problem.bytes = 128;
  EXPECT_THAT(text_of(chosen(problem)), testing::Not(testing::StartsWith("fibonacci-tree")));
  // The link does not count where each rank gets a part, and the tree keeps no rank order.
  problem.bytes = 2 << 20;
  problem.order = schedule::OperandOrder::rank_order;
  EXPECT_EQ(text_of(chosen(problem)), "binary-tree");
  problem = {.collective = schedule::Collective::reduce, .ranks = 13, .bytes = 32 << 10};
  const std::string divided = text_of(chosen(problem));
  problem.units = units_of(13, (32 << 10) / 13);
  EXPECT_EQ(text_of(chosen(problem)), divided);
}

TEST(FewUnits, make_rules_skip_what_divides) {
  auto rules = std::make_shared<rules::Rules>();
  rules->source = "rules.json";
  const algorithms::Kernel* const ring = algorithms::find_kernel("ring");
  rules->rules.push_back({.collective = schedule::Collective::allreduce, .line = 3});
  rules->rules.back().thresholds.push_back({.to_bytes = std::numeric_limits<std::int64_t>::max(),
                                            .use = rules::RuledKernel{.kernel = ring}});
  CandidateCache candidates;
  const Knowledge knowledge = knowledge_of({}, Network::high_speed, rules);
  Problem problem{.ranks = 4, .bytes = 1 << 20};
  EXPECT_EQ(choose(problem, {}, knowledge, candidates).kernel, ring);
  problem.units = units_of(2, 1 << 19);
  const Choice choice = choose(problem, {}, knowledge, candidates);
  EXPECT_NE(choice.kernel, ring);
  EXPECT_THAT(choice.reason,
              testing::HasSubstr("ring divides the vector into more blocks than it has elements"));
}

TEST(FewUnits, do_not_hinder_who_names_an_algorithm) {
  const Problem problem{.ranks = 4, .bytes = 1 << 20, .units = undivided};
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "ring"))), "ring");
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "butterfly"))),
            "butterfly:halvings=0");
}

}  // namespace
}  // namespace allfold::select
