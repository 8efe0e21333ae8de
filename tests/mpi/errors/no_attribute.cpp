// The MPI library cannot create the attribute that holds Allfold's state of a communicator. The
// call reports the error, and no rank waits: the next call is served.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "life/right_answers.h"

namespace {

int failures = 0;  // number of calls that are to fail

}  // namespace

// Overrides the MPI library's function.
extern "C" int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy,
                                       MPI_Comm_delete_attr_function* free, int* keyval,
                                       void* extra) {
  if (failures > 0) {
    --failures;
    return MPI_ERR_NO_MEM;
  }
  static auto* const next = reinterpret_cast<decltype(&PMPI_Comm_create_keyval)>(
      dlsym(RTLD_NEXT, "PMPI_Comm_create_keyval"));
  return next(copy, free, keyval, extra);
}

namespace allfold_test {
namespace {

TEST(NoAttribute, IsReportedAndTheNextCallIsServed) {
  failures = 2;
  const std::uint64_t native = native_calls();
  int one = 1;
  int sum = 0;
  for (const int expected : {MPI_ERR_NO_MEM, MPI_ERR_NO_MEM, MPI_SUCCESS})
    EXPECT_EQ(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD), expected);
  expect_reductions_right(MPI_COMM_WORLD);
  EXPECT_EQ(native_calls(), native);
}

}  // namespace
}  // namespace allfold_test
