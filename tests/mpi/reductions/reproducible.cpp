// With ALLFOLD_REPRODUCIBLE=1 the bits of an element depend only on the ranks' contributions to it:
// not on the length of the vector, the collective, the root, or whether and how ranks share memory.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reductions/badly_conditioned.h"
#include "reductions/call.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr std::array<std::size_t, 9> lengths{1, 2, 10, 100, 1000, 3000, 10'000, 50'000, 300'000};

bool have_same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// A communicator with or without reproducible results, and with or without shared memory.
class Mode {
 public:
  Mode(const char* reproducible, const char* node) {
    EXPECT_EQ(allfold_configure("ALLFOLD_REPRODUCIBLE", reproducible), 0) << allfold_error();
    EXPECT_EQ(allfold_configure("ALLFOLD_NODE", node), 0) << allfold_error();
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
  }
  ~Mode() {
    MPI_Comm_free(&comm_);
    allfold_configure("ALLFOLD_REPRODUCIBLE", nullptr);
    allfold_configure("ALLFOLD_NODE", nullptr);
  }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;

  MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

// The sums of the vectors of all ranks, of this length; empty on a rank without a result.
std::vector<double> sums(Collective collective, std::size_t count, int root, MPI_Comm comm) {
  const int rank = rank_of(comm);
  const int ranks = size_of(comm);
  whereabouts("%zu elements, root %d", count, root);
  std::vector<double> mine(count);
  for (std::size_t i = 0; i < count; ++i) mine[i] = badly_conditioned<double>(rank, i, ranks);
  std::vector<double> result(count);
  call(collective,
       {.send = mine.data(),
        .receive = result.data(),
        .count = count,
        .datatype = MPI_DOUBLE,
        .op = MPI_SUM,
        .root = root},
       comm);
  if (!has_result(collective, rank, root)) result.clear();
  return result;
}

std::vector<double> longest_sums(MPI_Comm comm) {
  return sums(Collective::allreduce, *std::ranges::max_element(lengths), 0, comm);
}

// How many elements of all results differ from the longest Allreduce, on all ranks.
int differing_elements(MPI_Comm comm, const std::vector<double>& longest) {
  int differing = 0;
  const auto compare = [&](const std::vector<double>& result) {
    for (std::size_t i = 0; i < result.size(); ++i)
      differing += have_same_bits(result[i], longest[i]) ? 0 : 1;
  };
  for (const std::size_t count : lengths) {
    compare(sums(Collective::allreduce, count, 0, comm));
    for (const int root : {0, size_of(comm) / 2, size_of(comm) - 1})
      compare(sums(Collective::reduce, count, root, comm));
  }
  MPI_Allreduce(MPI_IN_PLACE, &differing, 1, MPI_INT, MPI_SUM, comm);
  return differing;
}

TEST(Reproducible, BitsDoNotDependOnTheVectorsLengthOrTheCollective) {
  const Mode mode("1", "0");
  EXPECT_EQ(differing_elements(mode.comm(), longest_sums(mode.comm())), 0);
}

TEST(Reproducible, BitsDoNotDependOnWhetherRanksShareMemory) {
  const Mode with_messages("1", "0");
  const std::vector<double> longest = longest_sums(with_messages.comm());
  const Mode in_shared_memory("1", "1");
  EXPECT_EQ(differing_elements(in_shared_memory.comm(), longest), 0);
}

TEST(Reproducible, BitsDoNotDependOnTheWayThroughSharedMemory) {
  const Mode sliced("1", "sliced");
  const std::vector<double> longest = longest_sums(sliced.comm());
  for (const char* way : {"sliced", "whole", "read", "read-whole"}) {
    const Mode mode("1", way);
    EXPECT_EQ(differing_elements(mode.comm(), longest), 0) << way;
  }
}

// This many calls of one length try all ways, and then use the fastest.
TEST(Reproducible, BitsDoNotChangeWhileRanksFindOutTheQuickestWay) {
  constexpr std::size_t count = 5000;
  const Mode mode("0", "1");
  for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
    const std::vector<double> first = sums(collective, count, 0, mode.comm());
    int differing = 0;
    for (int call = 0; call < 40; ++call) {
      const std::vector<double> next = sums(collective, count, 0, mode.comm());
      differing += next.empty() || std::ranges::equal(next, first, have_same_bits) ? 0 : 1;
    }
    EXPECT_EQ(differing, 0);
  }
}

// Otherwise the tests above would prove nothing: on these ranks the cheapest kernels belong to
// several classes.
TEST(NotReproducible, BitsDependOnThem) {
  const int ranks = size_of(MPI_COMM_WORLD);
  if (ranks != 15) GTEST_SKIP() << "the cheapest are of one class here";
  const Mode mode("0", "0");
  EXPECT_GT(differing_elements(mode.comm(), longest_sums(mode.comm())), 1000);
}

}  // namespace
}  // namespace allfold_test
