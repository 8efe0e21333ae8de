/// The chains of compositions: any length, any number of segments, every root.
#include <gtest/gtest.h>

#include <string>

#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "proof/check.hpp"
#include "proof/prove.hpp"
#include "proof_of.hpp"

namespace allfold::algorithms {
namespace {

const Kernel& composed() { return *find_kernel("composed"); }

Task task_of(Collective collective, int ranks, const std::string& steps) {
  return {.collective = collective,
          .ranks = ranks,
          .parameters = {.composition = parse_composition(steps).value()}};
}

/// Proves a task and checks its cost, for every root.
void expect_proved(Task task) {
  const int roots = task.collective == Collective::reduce ? task.ranks : 1;
  for (task.root = 0; task.root < roots; ++task.root)
    for (const program::Binding binding :
         {program::Binding::separate, program::Binding::in_place}) {
      const auto all = algorithms::programs_of(composed(), task, binding);
      const proof::Proof proof = testing::proof_of(all, task, composed().order);
      ASSERT_TRUE(proof.holds()) << text_of(task.parameters.composition) << ", root " << task.root
                                 << ": " << proof.defects[0].text();
      ASSERT_TRUE(proof.has_one_bracketing());
      const cost::Cost cost = cost::cost_of(all);
      const cost::Cost most = composed().claim(task).by_term();
      EXPECT_LE(cost.rounds, most.rounds + 1e-9) << task.ranks << ", root " << task.root;
      EXPECT_LE(cost.volume, most.volume + 1e-9) << task.ranks << ", root " << task.root;
      EXPECT_LE(cost.reductions, most.reductions + 1e-9) << task.ranks << ", root " << task.root;
    }
}

TEST(Chain, is_proved_for_every_root_in_any_number_of_segments) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (int ranks = 2; ranks <= 18; ++ranks)
      for (const int segments : {1, 2, 3, 8})
        expect_proved(
            task_of(collective, ranks, std::to_string(ranks) + "c" + std::to_string(segments)));
}

TEST(Chain, goes_on_after_parts_that_divide_the_piece_or_exchange_it) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
    expect_proved(task_of(collective, 12, "2h-2h-3c4"));
    expect_proved(task_of(collective, 15, "3h-5c3"));
    expect_proved(task_of(collective, 12, "2h-2-3c2"));
  }
}

TEST(Chain, takes_each_link_one_vector_and_little_more_in_many_segments) {
  for (const int ranks : {3, 7, 16}) {
    Task task = task_of(Collective::reduce, ranks, std::to_string(ranks) + "c256");
    for (task.root = 0; task.root < ranks; ++task.root) {
      const auto all = algorithms::programs_of(composed(), task, program::Binding::separate);
      EXPECT_LT(cost::cost_of(all).volume, 1.07) << ranks << ", root " << task.root;
      for (const program::Program& program : all)
        EXPECT_TRUE(program.one_exchange_a_round) << ranks << ", rank " << program.rank;
    }
  }
}

TEST(Chain, costs_one_hop_less_for_a_root_at_an_end) {
  Task task = task_of(Collective::reduce, 5, "5c4");
  for (task.root = 0; task.root < 5; ++task.root) {
    const bool is_at_end = task.root == 0 || task.root == 4;
    EXPECT_EQ(
        cost::cost_of(algorithms::programs_of(composed(), task, program::Binding::separate)).rounds,
        is_at_end ? 7 : 8);
  }
}

TEST(Chain, is_written_with_its_segments) {
  EXPECT_EQ(text_of(parse_composition("2h-4c16").value()), "2h-4c16");
  EXPECT_EQ(parse_composition("4c").value()[0].segments, 1);
  for (const char* wrong : {"4c0", "4c1025", "4cx", "4c4h", "1c4", "4c4-2"})
    EXPECT_FALSE(parse_composition(wrong)) << wrong;
}

}  // namespace
}  // namespace allfold::algorithms
