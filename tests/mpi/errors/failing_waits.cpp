// On one rank the MPI library cannot wait for several messages, nor ask for them. The program gets the error there, no
// rank waits for ever, and the next call is served.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <climits>
#include <vector>

#include "life/right_answers.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace {

int failing_waits = 0;  // that are still to come

using Waits = int(int, MPI_Request*, int*, int*, MPI_Status*);

int wait(const char* name, int count, MPI_Request* requests, int* done, int* which,
         MPI_Status* statuses) {
  if (failing_waits > 0) {
    --failing_waits;
    return MPI_ERR_INTERN;
  }
  auto* const own = reinterpret_cast<Waits*>(dlsym(RTLD_NEXT, name));
  return own(count, requests, done, which, statuses);
}

}  // namespace

// Seen before the MPI library's own.
extern "C" int PMPI_Waitsome(int count, MPI_Request* requests, int* done, int* which,
                             MPI_Status* statuses) {
  return wait("PMPI_Waitsome", count, requests, done, which, statuses);
}
extern "C" int PMPI_Testsome(int count, MPI_Request* requests, int* done, int* which,
                             MPI_Status* statuses) {
  return wait("PMPI_Testsome", count, requests, done, which, statuses);
}

namespace allfold_test {
namespace {

double contribution(int rank, std::size_t position) {
  return rank + 1 + static_cast<double>(position % 1000);
}

class FailingWaits : public testing::TestWithParam<int> {};

TEST_P(FailingWaits, EndTheCallWithTheirError) {
  constexpr std::size_t count = 100'003;
  for (const char* kernel : {"ring", "direct", "circulant"}) {
    configure(Collective::allreduce, kernel);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const int rank = rank_of(comm);
    const int ranks = size_of(comm);
    std::vector<double> input(count);
    for (std::size_t i = 0; i < count; ++i) input[i] = contribution(rank, i);
    std::vector<double> result(count);
    const auto reduce = [&] {
      return MPI_Allreduce(input.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, comm);
    };

    failing_waits = rank == 1 ? GetParam() : 0;
    const int error = reduce();
    failing_waits = 0;
    if (rank == 1) {
      EXPECT_EQ(error, MPI_ERR_INTERN) << kernel;
    }

    const std::uint64_t native = native_calls();
    EXPECT_EQ(reduce(), MPI_SUCCESS);
    EXPECT_EQ(native_calls(), native);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(result[i], ranks * contribution(0, i) + ranks * (ranks - 1) / 2.0) << kernel;
    MPI_Comm_free(&comm);
    configure(Collective::allreduce, nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FailingWaits, testing::Values(1, INT_MAX), [](const auto& number) {
  return number.param == 1 ? "OneOfThem" : "AllOfThem";
});

}  // namespace
}  // namespace allfold_test
