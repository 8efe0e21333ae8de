// Reductions together with the program's own messages.
#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <vector>

#include "life/right_answers.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr int message_tag = 4711;

class PointToPoint : public testing::Test {
 protected:
  const int rank_ = rank_of(MPI_COMM_WORLD);
  const int size_ = size_of(MPI_COMM_WORLD);
  const int next_ = (rank_ + 1) % size_;
  const int previous_ = (rank_ + size_ - 1) % size_;
};

// Internal messages never match the program's receives, even wildcard receives.
TEST_F(PointToPoint, PendingWildcardReceivesStayPending) {
  under_each_kernel([this] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<int> message(100000, -1);
    MPI_Request receive;
    MPI_Irecv(message.data(), static_cast<int>(message.size()), MPI_INT, MPI_ANY_SOURCE,
              MPI_ANY_TAG, comm, &receive);

    expect_reductions_right(comm);

    int arrived = 1;
    MPI_Test(&receive, &arrived, MPI_STATUS_IGNORE);
    EXPECT_FALSE(arrived);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &arrived, MPI_STATUS_IGNORE);
    EXPECT_FALSE(arrived) << "a message of Allfold's can be seen by the program";
    MPI_Barrier(comm);  // no rank sends before all have tested their receives

    MPI_Send(&rank_, 1, MPI_INT, next_, message_tag, comm);
    MPI_Status status;
    MPI_Wait(&receive, &status);
    EXPECT_EQ(message[0], previous_);
    EXPECT_EQ(status.MPI_SOURCE, previous_);
    EXPECT_EQ(status.MPI_TAG, message_tag);
    MPI_Comm_free(&comm);
  });
}

// The program's unexpected messages do not match Allfold's receives, either.
TEST_F(PointToPoint, UnexpectedMessagesOfTheProgramWait) {
  under_each_kernel([this] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Request sends[3];
    const int tags[3] = {0, 1, message_tag};
    for (int i = 0; i < 3; ++i) MPI_Isend(&rank_, 1, MPI_INT, next_, tags[i], comm, &sends[i]);

    expect_reductions_right(comm);

    for (int i = 2; i >= 0; --i) {
      int received = -1;
      MPI_Recv(&received, 1, MPI_INT, previous_, tags[i], comm, MPI_STATUS_IGNORE);
      EXPECT_EQ(received, previous_);
    }
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    MPI_Comm_free(&comm);
  });
}

// Every even rank blocks in a send that is too large to be buffered, until the odd rank above it,
// which waits for it in the reduction, has received the data.
class BlockedInALargeSend : public PointToPoint {
 protected:
  void expect_progress(const char* name, void (*reduce)(MPI_Comm comm)) {
    SCOPED_TRACE(name);
    const std::size_t elements = 1 << 20;
    const bool sends = rank_ % 2 == 0 && rank_ + 1 < size_;
    const bool receives = rank_ % 2 == 1;
    std::vector<double> message(elements, sends ? rank_ : -1.0);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    reduce(comm);  // completes the set-up of the first call

    MPI_Request receive = MPI_REQUEST_NULL;
    if (receives) {
      MPI_Irecv(message.data(), static_cast<int>(elements), MPI_DOUBLE, rank_ - 1, message_tag,
                MPI_COMM_WORLD, &receive);
    }
    if (sends) {
      MPI_Send(message.data(), static_cast<int>(elements), MPI_DOUBLE, rank_ + 1, message_tag,
               MPI_COMM_WORLD);
    }
    reduce(comm);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    if (receives) {
      EXPECT_EQ(message, std::vector<double>(elements, rank_ - 1));
    }
    MPI_Comm_free(&comm);
  }
};

TEST_F(BlockedInALargeSend, ToAPeerThatSitsInTheReduction) {
  under_each_kernel([this] {
    expect_progress("small Allreduce", [](MPI_Comm comm) { expect_allreduce_right(comm, 1, 1); });
    expect_progress("Allreduce", [](MPI_Comm comm) { expect_allreduce_right(comm, 5000, 2); });
    expect_progress("small Reduce", [](MPI_Comm comm) { expect_reduce_right(comm, 1, 0, 3); });
    expect_progress("Reduce",
                    [](MPI_Comm comm) { expect_reduce_right(comm, 5000, size_of(comm) - 1, 4); });
  });
}

// As above, with the first call on the communicator: the set-up waits for the blocked rank, too.
TEST_F(BlockedInALargeSend, ToAPeerThatSetsUpTheCommunicator) {
  const std::size_t elements = 1 << 20;
  const bool sends = rank_ == 0;
  const bool receives = rank_ == 1;
  if (size_ < 2) GTEST_SKIP() << "there is no peer";
  std::vector<double> message(elements, sends ? 1.5 : -1.0);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Request receive = MPI_REQUEST_NULL;
  const auto count = static_cast<int>(elements);
  if (receives) {
    MPI_Irecv(message.data(), count, MPI_DOUBLE, 0, message_tag, MPI_COMM_WORLD, &receive);
  }
  if (sends) MPI_Send(message.data(), count, MPI_DOUBLE, 1, message_tag, MPI_COMM_WORLD);
  expect_reductions_right(comm);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  if (receives) {
    EXPECT_EQ(message, std::vector<double>(elements, 1.5));
  }
  MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace allfold_test
