/// The result of a proof does not depend on how threads share the work, and faults are found.
#include "proof/prove_all.hpp"
#include "algorithms/registry.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace allfold::proof {
namespace {

/// The ring with a fault on even numbers of ranks above 2: if requested, rank 1 reduces its last
/// contribution from the wrong side.
schedule::Plan faulty_ring(const algorithms::Task& task) {
  schedule::Plan plan = algorithms::find_kernel("ring-ordered")->generate(task);
  if (task.ranks % 2 != 0 || task.ranks <= 2 || task.rank != 1) return plan;
  for (schedule::Round& round : plan.stages[0].schedule.rounds)
    for (schedule::Local& local : round.locals)
      if (auto* reduce = std::get_if<schedule::Reduce>(&local)) {
        std::swap(reduce->left, reduce->right);
        return plan;
      }
  return plan;
}

TEST(ProveAll, finds_the_same_however_many_threads_share_the_work) {
  algorithms::Kernel faulty = *algorithms::find_kernel("ring-ordered");
  faulty.generate = faulty_ring;
  const std::vector<const algorithms::Kernel*> kernels{algorithms::find_kernel("binary-tree"),
                                                       &faulty};
  const std::vector<int> ranks{1, 2, 3, 4, 5, 6, 7};
  const std::vector<Tally> alone = prove_all(kernels, ranks, 1);
  const std::vector<Tally> shared = prove_all(kernels, ranks, 5);
  ASSERT_EQ(alone.size(), 2U);
  ASSERT_EQ(shared.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(alone[k].proofs, shared[k].proofs);
    EXPECT_EQ(alone[k].failures, shared[k].failures);
  }
  EXPECT_TRUE(alone[0].failures.empty());
  // On 4 and 6 ranks: an Allreduce, and a Reduce to each root, with each segmentation (in step, or
  // as messages are ready) and binding; and a Reduce_scatter, whose result is never in place.
  EXPECT_EQ(alone[1].failures.size(), (1 + 4 + 1 + 6) * 5U * 2U + 2 * 5U);
  EXPECT_NE(alone[1].failures.at(0).find("out of order"), std::string::npos);
}

/// A formula of which all terms are bounds, with one of them ten times as large.
template <double cost::Cost::*term>
algorithms::Claim too_large(const algorithms::Task& task) {
  algorithms::Claim claim = algorithms::find_kernel("dual-root")->claim(task);
  claim.cost.*term *= 10;
  for (cost::Cost& other : claim.others) other.*term *= 10;
  return claim;
}

/// A formula for which no message follows another one after a gap only.
algorithms::Claim without_gaps(const algorithms::Task& task) {
  algorithms::Claim claim = algorithms::find_kernel("direct")->claim(task);
  claim.cost.gaps = claim.cost.one_way_gaps = 0;
  claim.cost.gaps_in_rounds = claim.cost.most_in_round = 0;
  return claim;
}

void expect_too_large(std::string_view name, algorithms::Claim (*claim)(const algorithms::Task&),
                      int ranks) {
  algorithms::Kernel kernel = *algorithms::find_kernel(name);
  EXPECT_TRUE(prove(kernel, scope_of(ranks)).failures.empty()) << name;
  kernel.claim = claim;
  const Tally tally = prove(kernel, scope_of(ranks));
  ASSERT_FALSE(tally.failures.empty()) << name;
  EXPECT_NE(tally.failures[0].find("more than 6 times as much"), std::string::npos)
      << tally.failures[0];
}

TEST(Prove, finds_bounds_that_are_far_too_large) {
  expect_too_large("dual-root", too_large<&cost::Cost::rounds>, 7);
  expect_too_large("dual-root", too_large<&cost::Cost::volume>, 7);
  expect_too_large("dual-root", too_large<&cost::Cost::reductions>, 7);
  expect_too_large("direct", without_gaps, 40);
}

}  // namespace
}  // namespace allfold::proof
