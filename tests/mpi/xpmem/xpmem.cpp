// If XPMEM is installed, long vectors are read through windows; here a stand-in is installed.
// Vectors that it cannot map are read by system calls, or copied through shared memory.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <vector>

#include "support/hang_report.h"
#include "support/ranks.h"
#include "xpmem/stand_in.h"

namespace allfold_test {
namespace {

constexpr int most = 3 << 19;  // elements of a vector: two windows

double* memory = nullptr;  // two vectors that others can attach

void take_memory() {
  memory = static_cast<double*>(stand_in_memory(2 * std::size_t{most} * sizeof(double)));
}

// Vectors that others can attach, or not.
struct Vectors {
  std::vector<double> hidden;
  double* input;
  double* result;

  Vectors(bool is_seen, int count)
      : hidden(is_seen ? 0 : static_cast<std::size_t>(2 * count)),
        input(is_seen ? memory + 7 : hidden.data()),
        result(is_seen ? memory + most + 3 : hidden.data() + count) {}
};

double element(int rank, int i) { return rank * 1000.0 + i % 997; }

// The sum of the elements of all ranks.
double sum(int ranks, int i) {
  double all = 0;
  for (int rank = 0; rank < ranks; ++rank) all += element(rank, i);
  return all;
}

void check_allreduce(bool is_seen, bool in_place, int count) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int ranks = size_of(MPI_COMM_WORLD);
  whereabouts("%d elements, seen %d, in place %d", count, is_seen ? 1 : 0, in_place ? 1 : 0);
  Vectors vectors(is_seen, count);
  double* const input = in_place ? vectors.result : vectors.input;
  for (int i = 0; i < count; ++i) input[i] = element(rank, i);
  ASSERT_EQ(MPI_Allreduce(in_place ? MPI_IN_PLACE : input, vectors.result, count, MPI_DOUBLE,
                          MPI_SUM, MPI_COMM_WORLD),
            MPI_SUCCESS);
  for (int i = 0; i < count; ++i) ASSERT_EQ(vectors.result[i], sum(ranks, i)) << i;
}

void check_reduce(bool is_seen, int root, int count) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int ranks = size_of(MPI_COMM_WORLD);
  whereabouts("%d elements, seen %d, root %d", count, is_seen ? 1 : 0, root);
  Vectors vectors(is_seen, count);
  for (int i = 0; i < count; ++i) vectors.input[i] = element(rank, i);
  ASSERT_EQ(
      MPI_Reduce(vectors.input, vectors.result, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD),
      MPI_SUCCESS);
  for (int i = 0; rank == root && i < count; ++i) ASSERT_EQ(vectors.result[i], sum(ranks, i)) << i;
}

void check_all(bool is_seen) {
  for (const int count : {1000, 8191, 100'003, most - 10}) {
    check_allreduce(is_seen, /*in_place=*/false, count);
    check_allreduce(is_seen, /*in_place=*/true, count);
    check_reduce(is_seen, 0, count);
    check_reduce(is_seen, size_of(MPI_COMM_WORLD) - 1, count);
  }
}

TEST(Xpmem, ServesVectorsThatItShows) {
  take_memory();
  ASSERT_NE(memory, nullptr);
  check_allreduce(/*is_seen=*/true, /*in_place=*/false, 10'000);
  stand_in_refuse_system_calls(1);
  check_all(/*is_seen=*/true);
  // If one rank had failed to read, no rank would try again.
  const int before = stand_in_windows();
  EXPECT_GT(before, 0);
  take_memory();
  ASSERT_NE(memory, nullptr);
  check_allreduce(/*is_seen=*/true, /*in_place=*/false, most - 10);
  EXPECT_GT(stand_in_windows(), before);
  stand_in_refuse_system_calls(0);
}

TEST(Xpmem, IsNotNeeded) {
  check_all(/*is_seen=*/false);
  stand_in_refuse_system_calls(1);
  check_all(/*is_seen=*/false);
  stand_in_refuse_system_calls(0);
}

}  // namespace
}  // namespace allfold_test
