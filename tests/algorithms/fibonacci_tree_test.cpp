/// Fibonacci trees: the number of vectors that a rank receives, and the number of rounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/kernel_name.hpp"
#include "algorithms/link_sharing.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/registry.hpp"

namespace allfold::algorithms {
namespace {

const Kernel& fibonacci_tree() { return *find_kernel("fibonacci-tree"); }

Task reduce_on(int ranks, int children, int root, int rank = 0) {
  return {.collective = Collective::reduce,
          .ranks = ranks,
          .rank = rank,
          .root = root,
          .parameters = {.children = children}};
}

int received_by(const Task& task) {
  int vectors = 0;
  for (const Stage& stage : fibonacci_tree().generate(task).stages)
    for (const Round& round : stage.schedule.rounds)
      vectors += static_cast<int>(round.receives.size());
  return vectors;
}

TEST(FibonacciTree, lets_no_rank_receive_more_vectors_than_it_may) {
  for (int ranks = 1; ranks <= 70; ++ranks)
    for (int children = 1; children <= 4; ++children)
      for (const int root : {0, ranks / 2, ranks - 1}) {
        int sum = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          const int received = received_by(reduce_on(ranks, children, root, rank));
          EXPECT_LE(received, children) << rank << " of " << ranks << ", root " << root;
          sum += received;
        }
        EXPECT_EQ(sum, ranks - 1);
      }
}

TEST(FibonacciTree, takes_as_few_rounds_as_its_children_allow) {
  // The most ranks in 1, 2, ... rounds.
  const std::vector<std::vector<int>> most{
      {2, 3, 4, 5, 6}, {2, 4, 7, 12, 20}, {2, 4, 8, 15, 28}, {2, 4, 8, 16, 31}};
  for (int children = 1; children <= 4; ++children) {
    const std::vector<int>& ranks_in = most[static_cast<std::size_t>(children) - 1];
    for (std::size_t i = 0; i < ranks_in.size(); ++i) {
      const double rounds = static_cast<double>(i) + 1;
      EXPECT_EQ(fibonacci_tree().claim(reduce_on(ranks_in[i], children, 0)).cost.rounds, rounds);
      EXPECT_EQ(fibonacci_tree().claim(reduce_on(ranks_in[i] + 1, children, 0)).cost.rounds,
                rounds + 1);
    }
  }
}

TEST(FibonacciTree, keeps_the_busiest_link_in_use_for_fewer_vectors_than_a_binomial_tree) {
  for (const int ranks : {13, 64, 1000}) {
    EXPECT_EQ(vectors_on_busiest_link(*find_kernel("binary-tree"), reduce_on(ranks, 0, 0)),
              ceil_log2(ranks));
    for (int children = 1; children <= 3; ++children)
      EXPECT_EQ(vectors_on_busiest_link(fibonacci_tree(), reduce_on(ranks, children, 0)), children)
          << ranks;
  }
  EXPECT_EQ(vectors_on_busiest_link(*find_kernel("direct"), reduce_on(13, 0, 0)), 12);
}

}  // namespace
}  // namespace allfold::algorithms
