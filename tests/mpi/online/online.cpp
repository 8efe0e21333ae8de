// ALLFOLD_TUNE=online: right results in every call while it tunes, and one choice on all ranks.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "counted.h"
#include "life/right_answers.h"
#include "support/hang_report.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr int enough_calls = 130;  // to tune one class

class Online : public testing::Test {
 protected:
  void SetUp() override { EXPECT_EQ(allfold_configure("ALLFOLD_TUNE", "online"), 0); }
  void TearDown() override { EXPECT_EQ(allfold_configure("ALLFOLD_TUNE", nullptr), 0); }
};

MPI_Comm duplicate() {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  return comm;
}

std::vector<std::string> kernels() {
  std::vector<std::string> all{"native"};
  for (int i = 0; const char* kernel = allfold_kernel(i); ++i) all.emplace_back(kernel);
  return all;
}

// The number of the collective's calls that each of kernels() has served.
std::vector<std::uint64_t> calls_by_kernel(const char* collective) {
  std::vector<std::uint64_t> calls;
  for (const std::string& kernel : kernels())
    calls.push_back(allfold_calls(collective, kernel.c_str()));
  return calls;
}

// The number of calls of `body` that each of kernels() serves.
template <class Body>
std::vector<std::uint64_t> served(const char* collective, Body body) {
  const std::vector<std::uint64_t> before = calls_by_kernel(collective);
  body();
  std::vector<std::uint64_t> calls = calls_by_kernel(collective);
  for (std::size_t i = 0; i < calls.size(); ++i) calls[i] -= before[i];
  return calls;
}

testing::AssertionResult are_alike(const std::vector<std::uint64_t>& values) {
  return same_on_all_ranks(values.data(), values.size() * sizeof values[0], MPI_COMM_WORLD);
}

std::ptrdiff_t number_of_kernels(const std::vector<std::uint64_t>& calls) {
  return std::count_if(calls.begin(), calls.end(), [](std::uint64_t count) { return count > 0; });
}

TEST_F(Online, AllreducesAreRightOnEveryCall) {
  MPI_Comm comm = duplicate();
  for (int call = 0; call < enough_calls; ++call)
    for (const int count : {1, 10, 4099}) {
      whereabouts("call %d, %d elements", call, count);
      expect_allreduce_right(comm, count, static_cast<std::uint64_t>(call));
    }
  MPI_Comm_free(&comm);
}

TEST_F(Online, ReducesAreRightForRootsThatChange) {
  MPI_Comm comm = duplicate();
  for (int call = 0; call < enough_calls; ++call)
    for (const int count : {1, 4099}) {
      whereabouts("call %d, %d elements", call, count);
      expect_reduce_right(comm, count, call % size_of(comm), static_cast<std::uint64_t>(call));
    }
  MPI_Comm_free(&comm);
}

// Within one class, sizes, types and buffers differ from call to call.
TEST_F(Online, CallsOfOneClassMayDiffer) {
  MPI_Comm comm = duplicate();
  const int ranks = size_of(comm);
  const auto sum_is_right = [&](int count, bool in_place) {
    const std::vector<double> mine(static_cast<std::size_t>(count), rank_of(comm) + 1);
    std::vector<double> result = mine;
    // Ranks may differ in this.
    const void* send = in_place && rank_of(comm) % 2 == 0 ? MPI_IN_PLACE : mine.data();
    MPI_Allreduce(send, result.data(), count, MPI_DOUBLE, MPI_SUM, comm);
    return result == std::vector<double>(static_cast<std::size_t>(count), ranks * (ranks + 1) / 2);
  };
  for (int call = 0; call < enough_calls; ++call) {
    whereabouts("call %d", call);
    ASSERT_TRUE(sum_is_right(64 + call % 64, call % 3 == 0)) << call;
  }
  MPI_Comm_free(&comm);
}

TEST_F(Online, CommunicatorsLearnEachForItself) {
  std::array<MPI_Comm, 2> comms{duplicate(), MPI_COMM_NULL};
  MPI_Comm_split(MPI_COMM_WORLD, rank_of(MPI_COMM_WORLD) % 2, 0, &comms[1]);
  for (int call = 0; call < enough_calls; ++call)
    for (const MPI_Comm comm : comms) {
      expect_allreduce_right(comm, 10, static_cast<std::uint64_t>(call));
      expect_reduce_right(comm, 10, 0, static_cast<std::uint64_t>(call));
      ASSERT_TRUE(small_sum_is_right(comm));
    }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

TEST_F(Online, ThreadsLearnAtOnce) {
  std::array<MPI_Comm, 3> comms{duplicate(), duplicate(), duplicate()};
  std::vector<std::thread> threads;
  for (const MPI_Comm comm : comms)
    threads.emplace_back([comm] {
      for (int call = 0; call < enough_calls; ++call)
        expect_allreduce_right(comm, 10, static_cast<std::uint64_t>(call));
    });
  for (std::thread& thread : threads) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

TEST_F(Online, RanksFixTheSameChoiceAndAskNoMore) {
  if (size_of(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "there is nothing to learn";
  MPI_Comm comm = duplicate();
  const auto calls = [&] {
    for (int call = 0; call < enough_calls; ++call) ASSERT_TRUE(small_sum_is_right(comm));
  };
  int agreements = counted_agreements();
  const std::vector<std::uint64_t> learning = served("allreduce", calls);
  EXPECT_GE(number_of_kernels(learning), 2) << "candidates take turns";
  EXPECT_TRUE(are_alike(learning));
  EXPECT_GE(counted_agreements() - agreements, 1);
  EXPECT_LE(counted_agreements() - agreements, 4);
  agreements = counted_agreements();
  const std::vector<std::uint64_t> fixed = served("allreduce", calls);
  EXPECT_EQ(number_of_kernels(fixed), 1);
  EXPECT_TRUE(are_alike(fixed));
  EXPECT_EQ(counted_agreements(), agreements);
  MPI_Comm_free(&comm);
}

TEST_F(Online, TheFirstCallsAreAsWithoutLearning) {
  MPI_Comm comm = duplicate();
  const auto calls = [&] {
    for (int call = 0; call < 4; ++call) ASSERT_TRUE(small_sum_is_right(comm));
  };
  EXPECT_EQ(number_of_kernels(served("allreduce", calls)), 1);
  MPI_Comm_free(&comm);
}

TEST_F(Online, OneRankAndEmptyVectorsHaveNothingToLearn) {
  MPI_Comm comm = duplicate();
  const int agreements = counted_agreements();
  for (int call = 0; call < enough_calls; ++call) {
    expect_allreduce_right(MPI_COMM_SELF, 10, static_cast<std::uint64_t>(call));
    expect_allreduce_right(comm, 0, static_cast<std::uint64_t>(call));
  }
  EXPECT_EQ(counted_agreements(), agreements);
  MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace allfold_test
