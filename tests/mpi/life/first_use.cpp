// The very first reductions of the process, in several threads at the same time. Allfold's
// per-process state is created once. (A separate program, since there is only one first use.)
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "life/right_answers.h"

namespace {

std::mutex counts_mutex;
std::map<MPI_Comm_delete_attr_function*, int> keyvals_by_delete_function;
int copies_of_self = 0;

// Long enough for the other threads to reach the same point.
void wait_for_others() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }

}  // namespace

// Overrides the MPI library's function, for Allfold, too.
extern "C" int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy,
                                       MPI_Comm_delete_attr_function* deletion, int* keyval,
                                       void* state) {
  {
    const std::lock_guard lock(counts_mutex);
    ++keyvals_by_delete_function[deletion];
  }
  wait_for_others();
  using Native = int (*)(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*);
  static const auto native = reinterpret_cast<Native>(dlsym(RTLD_NEXT, "PMPI_Comm_create_keyval"));
  return native(copy, deletion, keyval, state);
}
extern "C" int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  if (comm == MPI_COMM_SELF) {
    {
      const std::lock_guard lock(counts_mutex);
      ++copies_of_self;
    }
    wait_for_others();
  }
  using Native = int (*)(MPI_Comm, MPI_Group, MPI_Comm*);
  static const auto native = reinterpret_cast<Native>(dlsym(RTLD_NEXT, "PMPI_Comm_create"));
  return native(comm, group, made);
}

namespace allfold_test {
namespace {

// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
void take_latter(void* in, void* in_out, int* count, MPI_Datatype* /*datatype*/) {
  std::copy_n(static_cast<const double*>(in), 2 * *count, static_cast<double*>(in_out));
}

// Allfold tests on an internal communicator of the process whether a type can be sent.
void reduce_a_type_of_ours(MPI_Comm comm) {
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  MPI_Op latter = MPI_OP_NULL;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(&take_latter, 1, &latter);
  const std::array<double, 2> in = {1, 2};
  std::array<double, 2> out = {};
  MPI_Allreduce(in.data(), out.data(), 1, pair, latter, comm);
  EXPECT_EQ(out, in);
  MPI_Op_free(&latter);
  MPI_Type_free(&pair);
}

TEST(FirstUse, BySeveralThreadsAtOnce) {
  constexpr int number_of_threads = 4;
  std::vector<MPI_Comm> comms(number_of_threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);

  std::barrier together(number_of_threads);
  std::vector<std::thread> threads;
  threads.reserve(number_of_threads);
  for (int i = 0; i < number_of_threads; ++i) {
    threads.emplace_back([&together, comm = comms[static_cast<std::size_t>(i)], i] {
      together.arrive_and_wait();
      if (i % 2 == 0) {
        expect_allreduce_right(comm, 100, static_cast<std::uint64_t>(i));
      } else {
        expect_reduce_right(comm, 100, 0, static_cast<std::uint64_t>(i));
      }
      together.arrive_and_wait();
      reduce_a_type_of_ours(comm);
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_FALSE(keyvals_by_delete_function.empty()) << "Allfold's state hangs on no attribute?";
  for (const auto& [deletion, times] : keyvals_by_delete_function) EXPECT_EQ(times, 1);
  EXPECT_EQ(copies_of_self, 1);
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace allfold_test
