// A nonblocking collective that the MPI library refuses on one rank only may use up an internal
// sequence number there: Allfold's behaviour on a communicator must not depend on these numbers.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

TEST(RefusedNonblocking, CollectiveOnOneRankBeforeTheFirstReduction) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const int size = size_of(comm);
  if (rank_of(comm) == 0) {
    std::array<int, 64> buffer = {};
    MPI_Request request = MPI_REQUEST_NULL;
    // The same buffer for input and result, and an invalid root. Some MPI libraries start the first
    // of these before they check it, or do not check it; no rank waits for it.
    MPI_Iscan(buffer.data(), buffer.data(), 2, MPI_INT, MPI_SUM, comm, &request);
    EXPECT_NE(MPI_Ibcast(buffer.data(), 1, MPI_INT, size, comm, &request), MPI_SUCCESS);
  }
  expect_reductions_right(comm);
  // The program may have only blocking collectives here.
  EXPECT_EQ(MPI_Barrier(comm), MPI_SUCCESS);
}

}  // namespace
}  // namespace allfold_test
