// The process's very first reductions, in several threads at once. What Allfold makes once
// per process is made once. (A program of its own: there is only one first use.)
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <barrier>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "life/right_answers.h"

namespace {

std::mutex keyvals_mutex;
std::map<MPI_Comm_delete_attr_function*, int> keyvals_by_delete_function;

}  // namespace

// Seen before the MPI library's own, by Allfold too.
extern "C" int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy,
                                       MPI_Comm_delete_attr_function* deletion, int* keyval,
                                       void* state) {
  {
    const std::lock_guard lock(keyvals_mutex);
    ++keyvals_by_delete_function[deletion];
  }
  // Long enough for the other threads to come to the same place.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  using Native = int (*)(MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*);
  static const auto native = reinterpret_cast<Native>(dlsym(RTLD_NEXT, "PMPI_Comm_create_keyval"));
  return native(copy, deletion, keyval, state);
}

namespace allfold_test {
namespace {

TEST(FirstUse, BySeveralThreadsAtOnce) {
  constexpr int number_of_threads = 4;
  std::vector<MPI_Comm> comms(number_of_threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);

  std::barrier together(number_of_threads);
  std::vector<std::thread> threads;
  for (int i = 0; i < number_of_threads; ++i) {
    threads.emplace_back([&together, comm = comms[static_cast<std::size_t>(i)], i] {
      together.arrive_and_wait();
      if (i % 2 == 0) {
        expect_allreduce_right(comm, 100, static_cast<std::uint64_t>(i));
      } else {
        expect_reduce_right(comm, 100, 0, static_cast<std::uint64_t>(i));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_FALSE(keyvals_by_delete_function.empty()) << "Allfold's state hangs on no attribute?";
  for (const auto& [deletion, times] : keyvals_by_delete_function) EXPECT_EQ(times, 1);
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace allfold_test
