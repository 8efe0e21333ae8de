// Calls of the MPI library fail that Allfold makes to set up a communicator, and the error handler
// returns. The program gets the error, and no rank waits for it: the next call is served.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "life/right_answers.h"

namespace {

int failing_gathers = 0;     // number of calls that are to fail
int failing_attributes = 0;  // as above

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// Overrides the MPI library's function.
extern "C" int PMPI_Allgather(const void* send, int send_count, MPI_Datatype send_type,
                              void* receive, int receive_count, MPI_Datatype receive_type,
                              MPI_Comm comm) {
  if (failing_gathers > 0) {
    --failing_gathers;
    return MPI_ERR_OTHER;
  }
  static auto* const own = next<decltype(PMPI_Allgather)>("PMPI_Allgather");
  return own(send, send_count, send_type, receive, receive_count, receive_type, comm);
}
extern "C" int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  if (failing_attributes > 0) {
    --failing_attributes;
    return MPI_ERR_INTERN;
  }
  static auto* const own = next<decltype(PMPI_Comm_set_attr)>("PMPI_Comm_set_attr");
  return own(comm, keyval, value);
}

namespace allfold_test {
namespace {

class FailingSetUp : public testing::Test {
 protected:
  void SetUp() override {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm_, &ranks_);
    // With one rank, the first two calls set up nothing.
    for (int call = 0; ranks_ == 1 && call < 2; ++call) EXPECT_EQ(error(), MPI_SUCCESS);
  }
  void TearDown() override { MPI_Comm_free(&comm_); }

  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] int error() const {
    int one = 1;
    int sum = 0;
    return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm_);
  }
  void expect_served() const {
    const std::uint64_t native = native_calls();
    expect_reductions_right(comm_);
    EXPECT_EQ(native_calls(), native);
  }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int ranks_ = 0;
};

TEST_F(FailingSetUp, ReturnsTheErrorOfTheRollCall) {
  if (ranks() == 1) GTEST_SKIP() << "a rank alone tells nobody";
  failing_gathers = 2;
  EXPECT_EQ(error(), MPI_ERR_OTHER);
  EXPECT_EQ(error(), MPI_ERR_OTHER);
  expect_served();
}

// With more ranks it ends the job: the others have already set up the communicator.
TEST_F(FailingSetUp, HasNoStateWithoutAnAttribute) {
  if (ranks() > 1) GTEST_SKIP() << "it ends the job";
  failing_attributes = 1;
  EXPECT_EQ(error(), MPI_ERR_INTERN);
  expect_served();
}

}  // namespace
}  // namespace allfold_test
