// A rank that waits in shared memory must drive MPI progress. Here a rank blocks in a send that is
// too long to be buffered; its receiver has posted the receive, and waits for the sender in a
// reduction. Without progress both deadlock.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstddef>
#include <vector>

#include "life/right_answers.h"
#include "support/hang_report.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr int long_message = 4 << 20;  // far above every eager limit

// Every rank but rank 0 sends to the rank below before it enters the reduction.
template <typename Reduction>
void reduce_while_sends_block(Reduction reduce) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  std::vector<char> sent(long_message, static_cast<char>(rank));
  std::vector<char> received(long_message, 0);
  const bool receives = rank + 1 < size;
  MPI_Request request = MPI_REQUEST_NULL;
  if (receives) {
    MPI_Irecv(received.data(), long_message, MPI_CHAR, rank + 1, 7, MPI_COMM_WORLD, &request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0) MPI_Send(sent.data(), long_message, MPI_CHAR, rank - 1, 7, MPI_COMM_WORLD);
  reduce();
  if (receives) {
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    EXPECT_EQ(received, std::vector<char>(long_message, static_cast<char>(rank + 1)));
  }
}

constexpr std::array counts = {1, 100, 5000, 200000};

TEST(Progress, OfASendToARankThatWaitsInAllreduce) {
  for (const int count : counts) {
    whereabouts("%d elements", count);
    reduce_while_sends_block([&] { expect_allreduce_right(MPI_COMM_WORLD, count, count); });
  }
}

TEST(Progress, OfASendToARankThatWaitsInReduce) {
  for (const int count : counts) {
    whereabouts("%d elements", count);
    reduce_while_sends_block([&] { expect_reduce_right(MPI_COMM_WORLD, count, 0, count); });
  }
}

// Rank 0's message progresses only in calls of MPI, none of which waits long. The calls end when
// the message has arrived.
TEST(Progress, OfASendBesideShortReductions) {
  if (size_of(MPI_COMM_WORLD) != 3) GTEST_SKIP() << "needs three ranks";
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Comm even;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &even);
  expect_allreduce_right(even, 1, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  std::vector<char> message(std::size_t{16} * long_message, static_cast<char>(rank));
  const int length = static_cast<int>(message.size());
  int token = 0;
  if (rank == 1) {
    MPI_Recv(message.data(), length, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    EXPECT_EQ(message.back(), 0);
  } else {
    MPI_Request request;
    if (rank == 0)
      MPI_Isend(message.data(), length, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    else
      MPI_Irecv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    int has_arrived = 0;
    int all_know = 0;
    while (all_know == 0) {
      if (rank == 2 && has_arrived == 0) MPI_Test(&request, &has_arrived, MPI_STATUS_IGNORE);
      MPI_Allreduce(&has_arrived, &all_know, 1, MPI_INT, MPI_MAX, even);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&even);
}

// A message to the rank itself that the program has not received yet must not block the others.
TEST(Progress, BesideAPendingMessageToOneself) {
  int sent = 1;
  int received = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
  for (const int count : counts) {
    whereabouts("%d elements", count);
    reduce_while_sends_block([&] { expect_allreduce_right(MPI_COMM_WORLD, count, count); });
  }
  MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(received, sent);
}

}  // namespace
}  // namespace allfold_test
