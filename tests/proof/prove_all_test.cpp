/// The result of a proof does not depend on how threads share the work, and faults are found.
#include "proof/prove_all.hpp"
#include "algorithms/registry.hpp"

#include <gtest/gtest.h>

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
  // as messages are ready) and binding.
  EXPECT_EQ(alone[1].failures.size(), (1 + 4 + 1 + 6) * 5U * 2U);
  EXPECT_NE(alone[1].failures.at(0).find("out of order"), std::string::npos);
}

}  // namespace
}  // namespace allfold::proof
