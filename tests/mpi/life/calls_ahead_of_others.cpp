// Back-to-back calls, so that a fast rank is already in the next call while a slow rank is still in
// the previous one.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "life/right_answers.h"
#include "support/hang_report.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// One communicator per kernel; its first call binds it to the kernel.
std::vector<MPI_Comm> one_communicator_per_kernel() {
  std::vector<MPI_Comm> comms;
  under_each_kernel([&comms] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    EXPECT_TRUE(small_sum_is_right(comm));
    comms.push_back(comm);
  });
  return comms;
}

// All ranks draw the same calls.
class Draw {
 public:
  explicit Draw(std::uint32_t seed) : generator_(seed) {}
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(generator_); }

 private:
  std::minstd_rand generator_;
};

enum class Delay { none, of_one_rank };

void expect_drawn_calls_right(const std::vector<MPI_Comm>& comms, int calls, Delay delay) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int counts[] = {0, 1, 2, size, 100, 1000, 3001};
  Draw draw(static_cast<std::uint32_t>(size));
  for (int call = 0; call < calls; ++call) {
    const MPI_Comm comm =
        comms[static_cast<std::size_t>(draw.below(static_cast<int>(comms.size())))];
    const int count = counts[draw.below(static_cast<int>(std::size(counts)))];
    const int root = draw.below(size);
    const int late_rank = draw.below(size);
    const bool allreduce = draw.below(2) == 0;
    whereabouts("call %d: %s of %d elements, root %d", call, allreduce ? "Allreduce" : "Reduce",
                count, root);
    if (delay == Delay::of_one_rank && rank == late_rank) random_delay(300);
    if (allreduce) {
      expect_allreduce_right(comm, count, static_cast<std::uint64_t>(call));
    } else {
      expect_reduce_right(comm, count, root, static_cast<std::uint64_t>(call));
    }
    if (testing::Test::HasFailure()) return;
  }
}

void free_all(std::vector<MPI_Comm>& comms) {
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

TEST(CallsAheadOfOthers, OnCommunicatorsWithDifferentKernels) {
  std::vector<MPI_Comm> comms = one_communicator_per_kernel();
  expect_drawn_calls_right(comms, 1500, Delay::none);
  free_all(comms);
}

TEST(CallsAheadOfOthers, WithALateRank) {
  std::vector<MPI_Comm> comms = one_communicator_per_kernel();
  expect_drawn_calls_right(comms, 500, Delay::of_one_rank);
  free_all(comms);
}

// The default rules select different kernels for different sizes; on one communicator their
// messages share a tag.
TEST(CallsAheadOfOthers, OfDifferentSizesOnOneCommunicator) {
  expect_drawn_calls_right({MPI_COMM_WORLD}, 1000, Delay::none);
  expect_drawn_calls_right({MPI_COMM_WORLD}, 500, Delay::of_one_rank);
}

// Reductions to one root wait only for the root: the other ranks get far ahead.
TEST(CallsAheadOfOthers, ToOneRoot) {
  under_each_kernel([] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank_of(comm) == 0) random_delay(2000);
    for (int call = 0; call < 100; ++call) {
      expect_reduce_right(comm, 1 + call * 7, 0, static_cast<std::uint64_t>(call));
    }
    MPI_Comm_free(&comm);
  });
}

// A mixture of collectives in one program: Allfold's and native ones on one communicator.
TEST(CallsAheadOfOthers, AmongNativeCollectives) {
  under_each_kernel([] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const int size = size_of(comm);
    for (int call = 0; call < 30; ++call) {
      const auto seed = static_cast<std::uint64_t>(call);
      expect_allreduce_right(comm, 1 + call, seed);
      int from_root = rank_of(comm) == call % size ? call : -1;
      MPI_Bcast(&from_root, 1, MPI_INT, call % size, comm);
      EXPECT_EQ(from_root, call);
      expect_reduce_right(comm, 1 + call, call % size, seed + 100);
      int one = 1;
      int ones = 0;
      MPI_Request request;
      MPI_Iallreduce(&one, &ones, 1, MPI_INT, MPI_SUM, comm, &request);
      expect_allreduce_right(comm, 500, seed + 200);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      EXPECT_EQ(ones, size);
    }
    MPI_Comm_free(&comm);
  });
}

}  // namespace
}  // namespace allfold_test
