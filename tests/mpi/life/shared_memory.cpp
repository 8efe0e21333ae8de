// The communicators that share memory: all on one node, unless a rank cannot share it, or the user
// disables it. In that case all ranks use messages.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// During its lifetime, this process cannot open any further file.
class NoFiles {
 public:
  NoFiles() {
    const int next = dup(STDERR_FILENO);
    close(next);
    getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none = before_;
    none.rlim_cur = static_cast<rlim_t>(next);
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoFiles(const NoFiles&) = delete;
  NoFiles& operator=(const NoFiles&) = delete;

 private:
  rlimit before_;
};

std::uint64_t calls_in_shared_memory() {
  return allfold_calls("allreduce", "node") + allfold_calls("reduce", "node");
}

// Makes reductions on a new communicator. During the first one, rank `without_files` can open no
// file, if it is given. Returns whether the calls used shared memory, which all ranks must agree
// on.
bool is_shared(MPI_Comm comm, int without_files = -1) {
  const std::uint64_t before = calls_in_shared_memory();
  {
    std::optional<NoFiles> no_files;
    if (rank_of(comm) == without_files) no_files.emplace();
    expect_allreduce_right(comm, 3, 1);
  }
  expect_allreduce_right(comm, 30000, 2);
  expect_reduce_right(comm, 100, 0, 3);
  const std::uint64_t calls = calls_in_shared_memory() - before;
  EXPECT_TRUE(calls == 0 || calls == 3) << calls;
  EXPECT_TRUE(same_on_all_ranks(calls, comm));
  return calls > 0;
}

bool new_communicator_is_shared(int without_files = -1) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const bool is = is_shared(comm, without_files);
  MPI_Comm_free(&comm);
  return is;
}

int last_rank() { return size_of(MPI_COMM_WORLD) - 1; }

// The first test: no rank has allocated any memory yet.
TEST(SharedMemory, IsNotUsedWhereARankCannotMakeAny) {
  // Makes Allfold read now what it looks up in files.
  EXPECT_EQ(allfold_configure("ALLFOLD_NODE", "0"), 0);
  EXPECT_FALSE(new_communicator_is_shared());
  EXPECT_EQ(allfold_configure("ALLFOLD_NODE", nullptr), 0);
  EXPECT_FALSE(new_communicator_is_shared(last_rank()));
  EXPECT_TRUE(new_communicator_is_shared()) << "the next communicator is another matter";
}

/// Ranges of shared memory that this process has mapped.
int mapped_ranges() {
  std::ifstream maps("/proc/self/maps");
  int ranges = 0;
  for (std::string line; std::getline(maps, line);)
    ranges += line.find("memfd:allfold") != std::string::npos ? 1 : 0;
  return ranges;
}

// The second test: two extents were made before, one of them in vain.
TEST(SharedMemory, IsMappedAtOnceHoweverManyRanksThereAre) {
  EXPECT_TRUE(new_communicator_is_shared());
  EXPECT_LE(mapped_ranges(), 4) << "the slots, and the areas, of each";
}

TEST(SharedMemory, IsNotUsedWhereARankCannotMapThatOfAnother) {
  // This many communicators at a time need more of it than has been mapped.
  std::vector<MPI_Comm> comms(100);
  int shared = 0;
  for (MPI_Comm& comm : comms) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    shared += is_shared(comm, last_rank()) ? 1 : 0;
  }
  EXPECT_LT(shared, 50);
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  EXPECT_TRUE(new_communicator_is_shared());
}

TEST(SharedMemory, IsNotUsedWhereTheUserDoesNotWantIt) {
  EXPECT_EQ(allfold_configure("ALLFOLD_NODE", "0"), 0);
  EXPECT_FALSE(new_communicator_is_shared());
  EXPECT_EQ(allfold_configure("ALLFOLD_NODE", nullptr), 0);
  EXPECT_TRUE(new_communicator_is_shared());
}

// More communicators at a time than the memory that the user allows is for.
TEST(SharedMemory, IsNotUsedBeyondALimit) {
  EXPECT_EQ(allfold_configure("ALLFOLD_SHARED_MEMORY", "4m"), 0);
  std::vector<MPI_Comm> comms(80);
  std::vector<bool> shared;
  testing::internal::CaptureStderr();
  for (MPI_Comm& comm : comms) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    shared.push_back(is_shared(comm));
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(shared.front());
  EXPECT_TRUE(std::ranges::is_sorted(shared, std::greater{})) << "the first ones share memory";
  EXPECT_GE(std::ranges::count(shared, true), 45);
  EXPECT_LE(std::ranges::count(shared, true), 53) << "4 MiB of 78 KiB each";
  int warnings = said.find("further ones exchange messages") != std::string::npos ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &warnings, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(warnings, 1) << said;
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  EXPECT_TRUE(new_communicator_is_shared());
  EXPECT_EQ(allfold_configure("ALLFOLD_SHARED_MEMORY", nullptr), 0);
}

TEST(SharedMemory, IsUsedInCommunicatorsOfSomeRanksInAnyOrder) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
  EXPECT_EQ(is_shared(comm), size_of(comm) > 1);
  MPI_Comm_free(&comm);
}

// Calls on several communicators in turns, long ones, too: they share one staging area.
TEST(SharedMemory, ServesSeveralCommunicatorsInTurns) {
  std::vector<MPI_Comm> comms(5);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (int turn = 0; turn < 50; ++turn) {
    MPI_Comm comm = comms[static_cast<std::size_t>(turn * 7) % comms.size()];
    const auto seed = static_cast<std::uint64_t>(turn);
    expect_reduce_right(comm, turn % 3 == 0 ? 20000 : 5, turn % size_of(comm), seed);
    if (turn % 4 == 0) expect_allreduce_right(comm, 50000, seed);
  }
  std::reverse(comms.begin(), comms.end());
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace allfold_test
