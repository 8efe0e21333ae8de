/// Postal trees: the minimal times that their gap allows, for every number of ranks and root.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "algorithms/kernel_name.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "proof/check.hpp"
#include "proof/prove.hpp"
#include "proof_of.hpp"

namespace allfold::algorithms {
namespace {

const Kernel& postal_tree() { return *find_kernel("postal-tree"); }

Task reduce_on(int ranks, int lambda, int root = 0) {
  return {.collective = Collective::reduce,
          .ranks = ranks,
          .root = root,
          .parameters = {.lambda = lambda}};
}

double time_of(const Kernel& kernel, const Task& task, const cost::CostModel& model,
               double bytes = 1) {
  return cost::critical_path(algorithms::programs_of(kernel, task, program::Binding::separate),
                             model, bytes);
}

/// A machine on which a rank receives `lambda` one-way messages within the latency of one. Each
/// message occupies the rank for time 1.
cost::CostModel machine(double lambda) { return {.link = {.alpha = lambda, .gap = 2}}; }

/// The time of a tree in which a rank receives messages from k - 1 others in each of ⌈log_k p⌉
/// rounds.
double k_nomial(int ranks, int k, double lambda) {
  double time = 0;
  for (int reached = 1; reached < ranks; reached *= k) {
    const int messages = std::min(k - 1, (ranks - 1) / reached);
    time += lambda + messages - 1;
  }
  return time;
}

TEST(PostalTree, takes_what_the_postal_model_allows) {
  // On 64 ranks 4, 4 and 4 take 21, 8 and 8 take 22; with operands in any order the minimum is 18.
  EXPECT_EQ(time_of(postal_tree(), reduce_on(64, 5), machine(5)), 19);
  EXPECT_EQ(time_of(postal_tree(), reduce_on(63, 5), machine(5)), 18);
  EXPECT_EQ(time_of(postal_tree(), reduce_on(1024, 5), machine(5)), 31);
  EXPECT_EQ(time_of(postal_tree(), reduce_on(1024, 1), machine(1)), 10);
}

TEST(PostalTree, is_no_slower_than_k_nomial_trees) {
  for (const int lambda : {3, 4, 5, 6, 8, 12})
    for (int ranks = 2; ranks <= 150; ++ranks) {
      double least = k_nomial(ranks, 2, lambda);
      for (const int k : {3, 4, 5, 8, 16}) least = std::min(least, k_nomial(ranks, k, lambda));
      // The tree F merges its pairs first: if there are few pairs, it has one level more.
      constexpr double most = 1.12;
      EXPECT_LE(time_of(postal_tree(), reduce_on(ranks, lambda), machine(lambda)), most * least)
          << ranks << " ranks, lambda " << lambda;
    }
}

TEST(PostalTree, is_a_binary_tree_where_messages_take_all_the_latency) {
  const cost::CostModel model{.link = {.alpha = 3, .beta = 2}, .gamma = 1};
  for (int ranks = 2; ranks <= 70; ++ranks)
    for (const int root : {0, ranks / 2, ranks - 1})
      for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
        Task task = reduce_on(ranks, 1, collective == Collective::reduce ? root : 0);
        task.collective = collective;
        EXPECT_EQ(time_of(postal_tree(), task, model),
                  time_of(*find_kernel("binary-tree-f"), task, model))
            << ranks << " ranks, root " << root;
      }
}

TEST(PostalTree, takes_all_at_once_where_the_latency_is_long) {
  for (const int ranks : {2, 5, 13}) {
    const Task task = reduce_on(ranks, ranks, ranks / 2);
    EXPECT_EQ(time_of(postal_tree(), task, machine(20)),
              time_of(*find_kernel("direct"), task, machine(20)));
  }
}

// The formula is the maximum over all roots, and some root takes exactly that time.
TEST(PostalTree, costs_what_its_formula_tells) {
  const std::array models{
      machine(5), machine(2.5),
      cost::CostModel{.link = {.alpha = 7, .beta = 0.25, .gap = 3, .f_alpha = 0.5, .f_beta = 0.75},
                      .gamma = 0.1}};
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (const int ranks : {2, 3, 5, 8, 13, 16, 23, 29, 32, 43, 64})
      for (const int lambda : {1, 2, 3, 5, 8, 40})
        for (const cost::CostModel& model : models) {
          Task task = reduce_on(ranks, lambda);
          task.collective = collective;
          const double claimed = seconds(postal_tree().claim(task), model, 1);
          double most = 0;
          const int roots = collective == Collective::reduce ? ranks : 1;
          for (task.root = 0; task.root < roots; ++task.root)
            most = std::max(most, time_of(postal_tree(), task, model));
          SCOPED_TRACE(::testing::Message() << name_of(collective) << " on " << ranks << ", lambda "
                                            << lambda << ", alpha " << model.link.alpha);
          EXPECT_LE(most, claimed + 1e-9);
          // The formula ignores the gap of binary trees and, for an Allreduce, that rank 0 is the
          // root.
          if (lambda == 1) continue;
          if (collective == Collective::reduce || is_power(ranks)) {
            EXPECT_GE(most, 0.97 * claimed);
          }
        }
}

TEST(PostalTree, may_be_the_last_factor_of_a_composition) {
  for (const char* steps : {"2h-8t3", "3h-7t4", "2-13t2", "5t"}) {
    const Composition composition = parse_composition(steps).value();
    EXPECT_EQ(text_of(composition), steps);
    const auto ranks = static_cast<int>(ranks_of(composition));
    for (int root = 0; root < ranks; ++root) {
      const Task task{.collective = Collective::reduce,
                      .ranks = ranks,
                      .root = root,
                      .parameters = {.composition = composition}};
      const auto programs =
          algorithms::programs_of(*find_kernel("composed"), task, program::Binding::in_place);
      const proof::Proof proof = testing::proof_of(programs, task, OperandOrder::rank_order);
      ASSERT_TRUE(proof.holds()) << steps << ", root " << root << ": " << proof.defects[0].text();
    }
  }
  EXPECT_EQ(text_of(parse_composition("64t1").value()), "64t");
  for (const char* wrong : {"4t0", "4t1025", "4tx", "4t4h", "1t4", "4t4-2"})
    EXPECT_FALSE(parse_composition(wrong)) << wrong;
}

TEST(PostalTree, is_chosen_for_short_vectors_with_the_lambda_of_the_machine) {
  // As a composition, since auto chooses among compositions.
  const auto variants =
      all_parameters(*find_kernel("composed"), {.collective = Collective::reduce, .ranks = 64});
  const auto cheapest = [&](const cost::CostModel& model, double bytes) {
    return text_of(std::ranges::min_element(variants, {}, [&](const Parameters& parameters) {
                     return seconds(find_kernel("composed")
                                        ->claim({.collective = Collective::reduce,
                                                 .ranks = 64,
                                                 .parameters = parameters}),
                                    model, bytes);
                   })->composition);
  };
  EXPECT_EQ(cheapest(machine(1), 0), "64t");
  EXPECT_EQ(cheapest(machine(3), 0), "64t3");
  EXPECT_EQ(cheapest(machine(12), 0), "64t12");
  cost::CostModel model = machine(5);
  model.link.beta = 1;
  EXPECT_NE(cheapest(model, 1e3).find('h'), std::string::npos) << "bytes take a rank as long";
}

}  // namespace
}  // namespace allfold::algorithms
