// Every kernel, every root, and counts with which blocks become empty, uneven or long.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <map>
#include <set>

#include "reductions/exact_case.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr std::size_t longest = 65537;

// All 64 bits are random, and sums wrap: a block that is missing, duplicated or misplaced changes
// every element.
ExactCase<std::uint64_t> sums() {
  return {.datatype = MPI_UINT64_T,
          .op = MPI_SUM,
          .contribution = [](int rank, std::size_t index) { return random_word(rank, index); },
          .combined = [](const std::uint64_t& lhs, const std::uint64_t& rhs) { return lhs + rhs; }};
}

std::set<std::size_t> counts(int ranks) {
  const auto p = static_cast<std::size_t>(ranks);
  std::set<std::size_t> all = {1, p - 1, p, p + 1, 1000, longest};
  all.erase(0);
  return all;
}

// Long vectors take long: they are tested with the first, a middle and the last root.
std::set<int> roots(Collective collective, std::size_t count, int ranks) {
  if (collective == Collective::allreduce) return {0};
  if (count == longest) return {0, ranks / 2, ranks - 1};
  std::set<int> all;
  for (int root = 0; root < ranks; ++root) all.insert(root);
  return all;
}

class CountsAndRoots : public testing::TestWithParam<Collective> {
 protected:
  void expect_sums(const Turn& turn, std::size_t count, int root, Source source) {
    const int world = size_of(MPI_COMM_WORLD);
    if (!mine_.contains(count)) {
      mine_[count] = sums().contributions(rank_of(MPI_COMM_WORLD), count);
      expected_[count] = sums().reference(world, count);
    }
    expect_exact(GetParam(), sums(), mine_[count], expected_[count], root, source, turn);
  }

 private:
  std::map<std::size_t, std::vector<std::uint64_t>> mine_;
  std::map<std::size_t, std::vector<std::uint64_t>> expected_;
};

TEST_P(CountsAndRoots, AnyCountAtAnyRoot) {
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [this](const Turn& turn) {
    for (const std::size_t count : counts(turn.size)) {
      for (const int root : roots(GetParam(), count, turn.size)) {
        expect_sums(turn, count, root, Source::send_buffer);
        expect_sums(turn, count, root, Source::in_place);
      }
    }
  });
}

TEST_P(CountsAndRoots, NoElementsTouchNothing) {
  for_each_kernel(GetParam(), ServedBy::any_kernel, [this](const Turn& turn) {
    for (const int root : roots(GetParam(), 0, turn.size)) {
      expect_sums(turn, 0, root, Source::send_buffer);
      expect_sums(turn, 0, root, Source::in_place);
      expect_sums(turn, 3, root, Source::send_buffer);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(, CountsAndRoots, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
