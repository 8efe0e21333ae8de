// MPI_THREAD_MULTIPLE, with one communicator per thread.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr int number_of_threads = 4;

void in_threads(const std::function<void(int thread)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(number_of_threads);
  for (int i = 0; i < number_of_threads; ++i) threads.emplace_back(body, i);
  for (std::thread& thread : threads) thread.join();
}

std::vector<MPI_Comm> one_communicator_per_thread() {
  std::vector<MPI_Comm> comms(number_of_threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comms;
}

void free_all(std::vector<MPI_Comm>& comms) {
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

TEST(Threads, EachOnItsOwnCommunicator) {
  under_each_kernel([] {
    std::vector<MPI_Comm> comms = one_communicator_per_thread();
    in_threads([&comms](int thread) {
      MPI_Comm comm = comms[static_cast<std::size_t>(thread)];
      for (int call = 0; call < 20; ++call) {
        const auto seed = std::uint64_t{1000} * static_cast<std::uint64_t>(thread) +
                          static_cast<std::uint64_t>(call);
        expect_allreduce_right(comm, call * call, seed);
        expect_reduce_right(comm, call, call % size_of(comm), seed + 500);
      }
    });
    free_all(comms);
  });
}

// Threads of one rank reach the same call in any order: each must find its own partners.
TEST(Threads, StartAtDifferentTimes) {
  std::vector<MPI_Comm> comms = one_communicator_per_thread();
  in_threads([&comms](int thread) {
    MPI_Comm comm = comms[static_cast<std::size_t>(thread)];
    for (int call = 0; call < 20; ++call) {
      random_delay(500);
      expect_allreduce_right(comm, 10 * (thread + 1), static_cast<std::uint64_t>(call));
    }
  });
  free_all(comms);
}

// Calls that do not wait, so that threads count at the same time.
TEST(Threads, CallsAreAllCounted) {
  constexpr int calls = 500'000;
  std::vector<MPI_Comm> comms(number_of_threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_SELF, &comm);
  const std::uint64_t before = allfold_calls("allreduce", nullptr);
  in_threads([&comms](int thread) {
    const double mine = thread;
    double sum = 0;
    for (int call = 0; call < calls; ++call)
      MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, comms[static_cast<std::size_t>(thread)]);
    EXPECT_EQ(sum, mine);
  });
  EXPECT_EQ(allfold_calls("allreduce", nullptr), before + std::uint64_t{number_of_threads} * calls);
  free_all(comms);
}

TEST(Threads, MakeAndFreeTheirCommunicators) {
  std::vector<MPI_Comm> parents = one_communicator_per_thread();
  in_threads([&parents](int thread) {
    MPI_Comm parent = parents[static_cast<std::size_t>(thread)];
    for (int round = 0; round < 50; ++round) {
      MPI_Comm comm;
      MPI_Comm_split(parent, 0, round % 2 == 0 ? rank_of(parent) : -rank_of(parent), &comm);
      expect_allreduce_right(comm, 10, static_cast<std::uint64_t>(round));
      MPI_Comm_free(&comm);
    }
  });
  free_all(parents);
}

// The mapped size of Allfold's shared memory, of this process and of others.
double mapped_mebibytes() {
  std::ifstream maps("/proc/self/maps");
  std::uint64_t bytes = 0;
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:allfold") == std::string::npos) continue;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    char dash = 0;
    std::istringstream(line) >> std::hex >> first >> dash >> last;
    bytes += last - first;
  }
  return static_cast<double>(bytes) / (1 << 20);
}

// Memory for long calls is per simultaneous call, not per communicator, and all of it is returned.
TEST(Threads, ManyCommunicatorsNeedLittleMemory) {
  const int ranks = size_of(MPI_COMM_WORLD);
  const auto reduce_on_new = [](std::vector<MPI_Comm>& comms) {
    for (MPI_Comm& comm : comms) {
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      expect_allreduce_right(comm, 30000, 1);
    }
  };
  std::vector<MPI_Comm> comms(101);
  reduce_on_new(comms);
  in_threads([&comms](int thread) {
    for (auto i = static_cast<std::size_t>(thread); i < comms.size(); i += number_of_threads)
      expect_allreduce_right(comms[i], 30000, i);
  });
  // 77 KiB per communicator, and 1.2 MiB per thread.
  EXPECT_LT(mapped_mebibytes(), 15 * ranks);
  free_all(comms);
  // MPI_Comm_free does not wait for the other ranks.
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 10; ++i) {
    std::vector<MPI_Comm> one(1);
    reduce_on_new(one);
    free_all(one);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  // Two extents of two slots, since two threads make them at the same time, others of 6 and 16
  // slots, and two areas.
  EXPECT_LT(mapped_mebibytes(), 6 * ranks);
}

// A thread that runs the tasks it is given, and remembers the last one.
class Worker {
 public:
  Worker() : thread_([this] { serve(); }) {}
  ~Worker() {
    hand_over([] {}, /*last=*/true);
    thread_.join();
  }

  void run(const std::function<void()>& task) { hand_over(task, /*last=*/false); }

 private:
  void hand_over(const std::function<void()>& task, bool last) {
    std::unique_lock lock(mutex_);
    task_ = task;
    last_ = last;
    changed_.notify_all();
    changed_.wait(lock, [this] { return !task_; });
  }

  void serve() {
    std::unique_lock lock(mutex_);
    for (bool last = false; !last;) {
      changed_.wait(lock, [this] { return static_cast<bool>(task_); });
      last = last_;
      task_();
      task_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> task_;
  bool last_ = false;
  std::thread thread_;
};

// Splits MPI_COMM_WORLD into `colors` groups several times and frees all but one of them: the one
// whose handle is `wanted` on rank 0, if there is one.
MPI_Comm split_with_handle(MPI_Comm wanted, int colors) {
  const int rank = rank_of(MPI_COMM_WORLD);
  std::array<MPI_Comm, 4> comms;
  for (MPI_Comm& comm : comms) MPI_Comm_split(MPI_COMM_WORLD, rank % colors, -rank, &comm);
  auto kept = static_cast<int>(std::find(comms.begin(), comms.end(), wanted) - comms.begin());
  kept %= static_cast<int>(comms.size());
  MPI_Bcast(&kept, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::swap(comms[0], comms[static_cast<std::size_t>(kept)]);
  for (std::size_t i = 1; i < comms.size(); ++i) MPI_Comm_free(&comms[i]);
  return comms[0];
}

// A communicator that one thread used is freed by another thread. Its handle is reused for a new
// one, of another size, when the first thread uses it again.
TEST(Threads, HandlesFreedByAnotherThreadAndUsedAgain) {
  Worker worker;
  MPI_Comm last = MPI_COMM_NULL;
  int used_again = 0;
  for (int round = 0; round < 100; ++round) {
    MPI_Comm comm = split_with_handle(last, 1 + round % 2);
    const std::uint64_t native = native_calls();
    used_again += comm == last;
    last = comm;
    worker.run([comm, round] {
      expect_allreduce_right(comm, 10, static_cast<std::uint64_t>(round));
      expect_reduce_right(comm, 10, size_of(comm) - 1, static_cast<std::uint64_t>(round) + 1000);
    });
    // The MPI library serves the first calls on a communicator of one rank.
    if (size_of(comm) > 1) {
      EXPECT_EQ(native_calls(), native) << "nothing else is for the native calls";
    }
    MPI_Comm_free(&comm);
  }
  int used_again_anywhere = 0;
  MPI_Allreduce(&used_again, &used_again_anywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  // Reuse depends on the MPI library's allocations.
  if (used_again_anywhere == 0) GTEST_SKIP() << "no handle was used again";
}

}  // namespace
}  // namespace allfold_test
