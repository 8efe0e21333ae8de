// On one rank a copy from or to a GPU fails, or memory for it is missing. That rank reports an
// error, and the others do not wait for it.
#include <gtest/gtest.h>
#include <malloc.h>
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "device/device_memory.h"
#include "errors/as_native.h"
#include "life/right_answers.h"
#include "reductions/call.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

class DeviceFailures : public testing::TestWithParam<Collective> {
 protected:
  // One call with all buffers on the device. Returns the error class.
  int reduce(const Turn& turn, std::size_t count, int root) const {
    const DeviceMemory memory;
    const Vector input(Where::device, count * sizeof(std::uint64_t));
    const Vector result(Where::device, count * sizeof(std::uint64_t));
    for (std::size_t i = 0; i < count; ++i) input.as<std::uint64_t>()[i] = i + 1;
    const int number = static_cast<int>(count);
    const int error = GetParam() == Collective::allreduce
                          ? MPI_Allreduce(input.address(), result.address(), number, MPI_UINT64_T,
                                          MPI_SUM, turn.comm)
                          : MPI_Reduce(input.address(), result.address(), number, MPI_UINT64_T,
                                       MPI_SUM, root, turn.comm);
    const std::uint64_t last = count * static_cast<std::uint64_t>(turn.size);
    if (error == MPI_SUCCESS && has_result(GetParam(), turn.rank, root) && is_checked_) {
      EXPECT_EQ(result.as<std::uint64_t>()[count - 1], last);
    }
    int error_class;
    MPI_Error_class(error, &error_class);
    return error_class;
  }

  bool is_checked_ = true;  // whether the next result is checked if the call succeeds
};

TEST_P(DeviceFailures, OfACopy) {
  for_each_kernel(GetParam(), ServedBy::any_kernel, [this](const Turn& turn) {
    MPI_Comm_set_errhandler(turn.comm, MPI_ERRORS_RETURN);
    const int root = 0;
    for (const std::size_t count : {1, 57, 3001, 40000}) {
      for (const int failing : {0, turn.size - 1}) {
        for (const int copy : {0, 1}) {
          whereabouts("%s: copy %d of rank %d, count %zu", turn.configuration.c_str(), copy,
                      failing, count);
          // A rank without a result makes only one copy.
          const bool fails =
              turn.rank == failing && (copy == 0 || has_result(GetParam(), turn.rank, root));
          if (fails) gpu().fail_copy(copy);
          is_checked_ = false;
          const int error = reduce(turn, count, root);
          gpu().fail_copy(-1);
          if (fails) {
            EXPECT_EQ(error, MPI_ERR_OTHER) << turn.configuration << ", count " << count;
          }
          is_checked_ = true;
          EXPECT_EQ(reduce(turn, count, root), MPI_SUCCESS) << turn.configuration;
        }
      }
    }
  });
}

// A rank whose result is incomplete gets an error. (Short vectors in shared memory are the
// exception.)
TEST_P(DeviceFailures, OfACopyOfALongVectorAreKnownToAll) {
  for_each_kernel(GetParam(), ServedBy::any_kernel, [this](const Turn& turn) {
    MPI_Comm_set_errhandler(turn.comm, MPI_ERRORS_RETURN);
    const int failing = turn.size - 1;
    const int root = 0;
    whereabouts("%s: told", turn.configuration.c_str());
    if (turn.rank == failing) gpu().fail_copy(0);
    const int error = reduce(turn, 40000, root);
    gpu().fail_copy(-1);
    const bool counts = has_result(GetParam(), turn.rank, root) || turn.rank == failing;
    if (counts) {
      EXPECT_NE(error, MPI_SUCCESS) << turn.configuration;
    }
    EXPECT_EQ(reduce(turn, 40000, root), MPI_SUCCESS);
  });
}

// No rank had a driver when the communicator was set up, so the ranks have not agreed to check for
// failures. Long vectors report them in any case, in every way.
TEST_P(DeviceFailures, OfADriverThatIsLoadedLater) {
  if (has_gpu()) GTEST_SKIP() << "another test has loaded the driver";
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const Turn turn{
      .configuration = "auto", .comm = comm, .rank = rank_of(comm), .size = size_of(comm)};
  const int failing = turn.size - 1;
  constexpr int root = 0;
  constexpr int count = 40000;
  expect_allreduce_right(comm, count, 1);
  expect_reduce_right(comm, count, root, 1);
  // Enough calls for all trials of the ways.
  for (int call = 0; call < 60; ++call) {
    const bool is_failed = call % 3 == 1;
    whereabouts("call %d", call);
    if (is_failed && turn.rank == failing) gpu().fail_copy(0);
    const int error = reduce(turn, count, root);
    if (turn.rank == failing) gpu().fail_copy(-1);
    if (!is_failed) {
      EXPECT_EQ(error, MPI_SUCCESS) << call;
    } else if (has_result(GetParam(), turn.rank, root) || turn.rank == failing) {
      EXPECT_NE(error, MPI_SUCCESS) << call;
    }
  }
  MPI_Comm_free(&comm);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// If copies are made, only one property of the algorithm matters: whether it uses shared memory.
TEST_P(DeviceFailures, OfMemoryForTheCopies) {
  std::vector<std::string> configurations = some_configurations(GetParam());
  configurations.insert(configurations.end(), {"node", "lanes"});
  const TurnBody body = [this](const Turn& turn) {
    MPI_Comm_set_errhandler(turn.comm, MPI_ERRORS_RETURN);
    // The two copies take 16 MiB. The MPI library needs some of the remaining 8 MiB.
    constexpr std::size_t count = std::size_t{1} << 20;
    // Freed memory is returned to the system, not cached.
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 17);
    malloc_trim(0);
    const int root = 0;
    // The MPI library allocates its own memory for such messages.
    EXPECT_EQ(reduce(turn, count, root), MPI_SUCCESS);
    gpu().reset();  // so that no pinned memory is cached
    whereabouts("%s: no memory", turn.configuration.c_str());
    rlimit before;
    getrlimit(RLIMIT_AS, &before);
    if (turn.rank == 0) {
      std::size_t pages = 0;
      std::ifstream("/proc/self/statm") >> pages;
      rlimit limit = before;
      limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (8 << 20);
      setrlimit(RLIMIT_AS, &limit);
    }
    is_checked_ = false;
    const int error = reduce(turn, count, root);
    setrlimit(RLIMIT_AS, &before);
    if (turn.rank == 0) {
      EXPECT_EQ(error, MPI_ERR_NO_MEM) << turn.configuration;
    }
    is_checked_ = true;
    EXPECT_EQ(reduce(turn, count, root), MPI_SUCCESS) << turn.configuration;
  };
  for (const std::string& configuration : configurations)
    with_configuration(GetParam(), configuration, ServedBy::any_kernel, body);
}

#endif

INSTANTIATE_TEST_SUITE_P(, DeviceFailures, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
