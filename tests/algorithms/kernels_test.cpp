/// Proves every row of the registry, and checks its cost formula and its bracketing.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "algorithms/fold.hpp"
#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "proof/check.hpp"
#include "proof/expressions.hpp"
#include "proof/prove_all.hpp"
#include "proof_of.hpp"

namespace allfold::algorithms {
namespace {

/// 1 to 70, then some numbers around powers of two, and some larger numbers.
std::vector<int> proved_numbers_of_ranks() {
  std::vector<int> all;
  for (int ranks = 1; ranks <= 70; ++ranks) all.push_back(ranks);
  all.insert(all.end(), {96, 97, 100, 127, 128, 129, 130, 131, 251, 256});
  return all;
}

class EveryKernel : public ::testing::TestWithParam<const Kernel*> {};

TEST_P(EveryKernel, is_proved) {
  const std::vector<const Kernel*> kernel{GetParam()};
  const std::vector<int> ranks = proved_numbers_of_ranks();
  const proof::Tally tally = proof::prove_all(kernel, ranks, proof::processors()).at(0);
  EXPECT_GE(tally.proofs, static_cast<std::int64_t>(4 * ranks.size()));
  for (const std::string& failure : tally.failures) ADD_FAILURE() << failure;
}

TEST_P(EveryKernel, has_a_row_that_can_be_shown_and_named) {
  const Kernel& kernel = *GetParam();
  EXPECT_EQ(find_kernel(kernel.name), &kernel);
  EXPECT_FALSE(kernel.summary.empty());
  EXPECT_FALSE(kernel.formula.empty());
  EXPECT_FALSE(kernel.reference.empty());
  std::string error;
  for (const Parameters& parameters : all_parameters(kernel, {.ranks = 13})) {
    const std::string text = std::string(kernel.name) + text_of(kernel, parameters);
    const NamedKernel named = parse_kernel(text, error);
    EXPECT_EQ(named.kernel, &kernel) << text << ": " << error;
    EXPECT_EQ(named.parameters, parameters) << text;
  }
}

// Rounds of trees and chains overlap; other kernels wait for the last message, or for the last but
// one.
TEST(Pace, is_that_which_suits_the_messages) {
  for (const auto& [name, collective, pace] :
       {std::tuple{"binary-tree", Collective::reduce, Pace::as_ready},
        {"binary-tree-f", Collective::allreduce, Pace::as_ready},
        {"sbt", Collective::allreduce, Pace::as_ready},
        {"sbt-2d", Collective::allreduce, Pace::as_ready},
        {"dual-root", Collective::allreduce, Pace::as_ready},
        {"composed:steps=2h-6c8", Collective::reduce, Pace::as_ready},
        {"composed:steps=2h-2h-3h", Collective::reduce, Pace::by_exchange},
        {"composed:steps=2h-6b", Collective::reduce, Pace::in_step},
        {"halving-doubling", Collective::allreduce, Pace::by_exchange},
        {"two-tree", Collective::reduce, Pace::in_step},
        {"binary-blocks", Collective::allreduce, Pace::in_step},
        {"circulant", Collective::allreduce, Pace::in_step},
        {"ring", Collective::allreduce, Pace::in_step}}) {
    std::string error;
    const NamedKernel named = parse_kernel(name, error);
    ASSERT_NE(named.kernel, nullptr) << error;
    const Plan plan = named.kernel->generate(
        {.collective = collective, .ranks = 12, .rank = 1, .parameters = named.parameters});
    EXPECT_EQ(flatten(plan).pace, pace) << name;
  }
}

// MPI does not require this, but a row that claims rank order and never keeps it is wrong.
TEST_P(EveryKernel, claims_rank_order_if_it_keeps_it) {
  const Kernel& kernel = *GetParam();
  bool keeps = true;
  for (const int ranks : {3, 5, 8, 13})
    for (const Collective collective : schedule::all_collectives) {
      if (!kernel.serves(collective)) continue;
      const int root = collective == Collective::reduce ? ranks / 2 : 0;
      const Task task{.collective = collective, .ranks = ranks, .root = root};
      const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
      keeps = keeps && testing::proof_of(programs, task, OperandOrder::any).keeps_rank_order;
    }
  EXPECT_EQ(keeps, kernel.order == OperandOrder::rank_order);
}

/// The work memory of a rank, in vectors.
double work_memory(const program::Program& program, bool brings_result) {
  std::int64_t blocks = brings_result ? program.result.size() : 0;
  for (const Scratch& scratch : program.scratch)
    blocks += scratch.places > 0 ? scratch.places * program.segment : scratch.room.size();
  return static_cast<double>(blocks) / static_cast<double>(program.blocks);
}

TEST_P(EveryKernel, needs_the_work_memory_that_its_row_says) {
  for (const int ranks : {2, 3, 5, 6, 7, 8, 9, 11, 13, 16, 23})
    for (const Collective collective : schedule::all_collectives) {
      if (!GetParam()->serves(collective)) continue;
      Task task{.collective = collective, .ranks = ranks};
      if (GetParam()->carrier == Carrier::both) task.nodes = Nodes::in_succession(ranks, 3);
      for (const Parameters& parameters : all_parameters(*GetParam(), task, Variants::all))
        for (const int root : {0, ranks - 1}) {
          task.root = root;
          task.parameters = parameters;
          for (const program::Program& program : algorithms::programs_of(
                   *GetParam(), task, program::Binding::separate, {.log2_segments = 7})) {
            const bool brings_result = collective == Collective::reduce && program.rank != root;
            EXPECT_LE(work_memory(program, brings_result), GetParam()->work_vectors(task))
                << ranks << " ranks, rank " << program.rank << ", root " << root
                << text_of(*GetParam(), parameters);
          }
        }
    }
}

/// The bracketing F: the pairs of the fold, then the perfect tree over their numbers.
std::uint64_t form_of_f(int ranks) {
  proof::Expressions expressions(ranks);
  const Fold fold(ranks);
  std::vector<proof::Expression> level;
  for (int n = 0; n < fold.numbers(); ++n) {
    const int first = fold.first_rank(n);
    level.push_back(n < fold.pairs() ? expressions.combine(first, first + 1) : first);
  }
  while (level.size() > 1) {
    std::vector<proof::Expression> next;
    for (std::size_t i = 0; i < level.size(); i += 2)
      next.push_back(expressions.combine(level[i], level[i + 1]));
    level = next;
  }
  return expressions.form(level[0]);
}

/// The bracketing of all blocks for one collective; 0 if blocks differ.
std::uint64_t bracketing(const Kernel& kernel, const Task& task) {
  const proof::Proof proof = testing::proof_of(
      algorithms::programs_of(kernel, task, program::Binding::separate), task, kernel.order);
  return proof.has_one_bracketing() ? proof.bracketing.at(0) : 0;
}

/// Compares the row's claim for a task with the result of its programs.
void expect_bracketing(const Kernel& kernel, const Task& task) {
  const std::uint64_t found = bracketing(kernel, task);
  const auto where = [&] {
    return std::string(kernel.name) + text_of(kernel, task.parameters) + " on " +
           std::to_string(task.ranks) + ", root " + std::to_string(task.root);
  };
  switch (kernel.bracketing(task)) {
    case Bracketing::class_f: EXPECT_EQ(found, form_of_f(task.ranks)) << where(); break;
    case Bracketing::aligned:
      EXPECT_EQ(found, bracketing(*find_kernel("binary-tree"), {.ranks = task.ranks})) << where();
      break;
    case Bracketing::own: EXPECT_NE(found, 0U) << where(); break;
    case Bracketing::by_block: break;  // for some p all blocks have the same
  }
}

// Members of one class give the same bits for the same data, for every size, layout and root.
TEST_P(EveryKernel, brackets_as_its_row_says) {
  const Kernel& kernel = *GetParam();
  if (kernel.bracketing({.ranks = 13}) == Bracketing::by_block) {
    const Collective collective =
        kernel.serves(Collective::allreduce) ? Collective::allreduce : Collective::reduce;
    EXPECT_EQ(bracketing(kernel, {.collective = collective, .ranks = 13}), 0U);
  }
  for (int ranks = 1; ranks <= 40; ++ranks)
    for (const Collective collective : schedule::all_collectives) {
      if (!kernel.serves(collective)) continue;
      Task task{.collective = collective, .ranks = ranks};
      for (const Parameters& parameters : all_parameters(kernel, task, Variants::telling)) {
        task.parameters = parameters;
        for (const int root : {0, ranks / 2, ranks - 1}) {
          task.root = collective == Collective::reduce ? root : 0;
          if (root == 0 || collective == Collective::reduce) expect_bracketing(kernel, task);
        }
      }
    }
}

std::vector<const Kernel*> rows() {
  std::vector<const Kernel*> all;
  for (const Kernel& kernel : kernels()) all.push_back(&kernel);
  return all;
}

INSTANTIATE_TEST_SUITE_P(registry, EveryKernel, ::testing::ValuesIn(rows()), [](const auto& row) {
  std::string name(row.param->name);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Bracketing, of_dual_roots_is_one_for_any_number_of_segments) {
  const Kernel& kernel = *find_kernel("dual-root");
  for (int ranks = 2; ranks <= 40; ++ranks) {
    const std::uint64_t whole = bracketing(kernel, {.ranks = ranks, .parameters = {.segments = 1}});
    EXPECT_NE(whole, 0U);
    for (const int segments : {0, 2, 8, 32})
      EXPECT_EQ(bracketing(kernel, {.ranks = ranks, .parameters = {.segments = segments}}), whole)
          << ranks << " ranks, " << segments << " segments";
  }
}

}  // namespace
}  // namespace allfold::algorithms
