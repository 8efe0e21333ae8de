// Ranks make different calls, which is an error of the program. Every rank that gets a result gets
// MPI_ERR_TRUNCATE, no rank waits forever, and the calls after it are right.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <vector>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

struct Call {
  int count = 5;
  int root = -1;  // of a Reduce
  MPI_Op op = MPI_SUM;
  MPI_Datatype type = MPI_DOUBLE;
};

// Vectors in the cache line of a mark, in small entries, in large ones, and long vectors of several
// pieces.
constexpr std::array lengths{1, 6, 7, 57, 513, 3000, 200000};
constexpr int longest = lengths.back() + 1;

int error_class_of(const Call& call) {
  std::vector<double> input(longest, rank_of(MPI_COMM_WORLD) + 1);
  std::vector<double> result(longest, -1);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int code = call.root < 0 ? MPI_Allreduce(input.data(), result.data(), call.count, call.type,
                                                 call.op, MPI_COMM_WORLD)
                                 : MPI_Reduce(input.data(), result.data(), call.count, call.type,
                                              call.op, call.root, MPI_COMM_WORLD);
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  return error_class;
}

void expect_sums_right(int count) {
  const int ranks = size_of(MPI_COMM_WORLD);
  std::vector<int> input(static_cast<std::size_t>(count));
  std::vector<int> result(input.size());
  std::vector<int> expected(input.size());
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    input[at] = rank_of(MPI_COMM_WORLD) * 7 + i;
    expected[at] = ranks * (ranks - 1) / 2 * 7 + ranks * i;
  }
  EXPECT_EQ(MPI_Allreduce(input.data(), result.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
            MPI_SUCCESS);
  EXPECT_EQ(result, expected) << count;
}

// Each rank in turn makes the odd call.
void expect_truncated(const Call& usual, const Call& odd) {
  const int rank = rank_of(MPI_COMM_WORLD);
  for (int odd_rank = 0; odd_rank < size_of(MPI_COMM_WORLD); ++odd_rank) {
    const Call& own = rank == odd_rank ? odd : usual;
    const bool gets_result = own.root < 0 || own.root == rank;
    const int error_class = error_class_of(own);
    EXPECT_TRUE(error_class == MPI_ERR_TRUNCATE || (error_class == MPI_SUCCESS && !gets_result))
        << "rank " << rank << ", odd " << odd_rank << ": " << usual.count << " to " << usual.root
        << ", " << odd.count << " to " << odd.root << ": " << error_class;
    for (const int count : {3, 3000}) expect_sums_right(count);
  }
}

TEST(MismatchedCalls, OfDifferentLengths) {
  for (const int root : {-1, 0})
    for (const int usual : lengths)
      for (const int odd : lengths)
        if (usual != odd)
          expect_truncated({.count = usual, .root = root}, {.count = odd, .root = root});
}

TEST(MismatchedCalls, OfDifferentCollectivesAndRoots) {
  for (const int count : lengths) {
    const int last = size_of(MPI_COMM_WORLD) - 1;
    expect_truncated({.count = count}, {.count = count, .root = 0});
    expect_truncated({.count = count, .root = 0}, {.count = count});
    expect_truncated({.count = count, .root = 0}, {.count = count, .root = last});
  }
}

TEST(MismatchedCalls, OfDifferentOperationsAndTypes) {
  for (const int count : lengths) {
    expect_truncated({.count = count}, {.count = count, .op = MPI_MAX});
    expect_truncated({.count = count, .root = 0}, {.count = count, .root = 0, .op = MPI_MIN});
    // The same number of bytes.
    if (count % 2 == 0) expect_truncated({.count = count / 2}, {.count = count, .type = MPI_FLOAT});
  }
}

// Messages arrive that are longer than expected, or shorter. Other ranks may learn of it from the
// messages of a rank that has failed.
TEST(MismatchedMessages, OfDifferentLengths) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int ranks = size_of(MPI_COMM_WORLD);
  for (int odd_rank = 0; odd_rank < ranks; ++odd_rank)
    for (const int count : {1, 5, 50}) {
      const int error_class = error_class_of({.count = rank == odd_rank ? count + 1 : count});
      EXPECT_TRUE(error_class == MPI_ERR_TRUNCATE || (ranks > 2 && error_class == MPI_ERR_OTHER))
          << "rank " << rank << ", odd " << odd_rank << ", " << count << ": " << error_class;
      expect_reductions_right(MPI_COMM_WORLD);
    }
}

}  // namespace
}  // namespace allfold_test
