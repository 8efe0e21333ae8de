// Many communicators, freed in different orders, or never; handles that are reused.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "life/right_answers.h"
#include "support/hang_report.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

int world_rank() { return rank_of(MPI_COMM_WORLD); }
int world_size() { return size_of(MPI_COMM_WORLD); }

// Somewhat more than the number of context ids in Open MPI.
constexpr int number_of_communicators = 70000;

MPI_Comm make_some_communicator(int which) {
  MPI_Comm comm;
  switch (which % 3) {
    case 0: MPI_Comm_dup(MPI_COMM_WORLD, &comm); break;
    case 1: MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank(), &comm); break;
    default: MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, 0, &comm); break;
  }
  return comm;
}

double resident_mebibytes() {
  std::ifstream statm("/proc/self/statm");
  long whole = 0;
  long resident = 0;
  statm >> whole >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Each communicator is used once under `configuration`, and freed immediately.
void make_use_and_free(int communicators, const char* configuration) {
  configure(Collective::allreduce, configuration);
  int wrong = 0;
  double resident_early = 0;
  for (int i = 0; i < communicators; ++i) {
    if (i == communicators / 10) resident_early = resident_mebibytes();
    whereabouts("communicator %d of %d", i, communicators);
    MPI_Comm comm = make_some_communicator(i);
    wrong += !small_sum_is_right(comm);
    MPI_Comm_free(&comm);
  }
  configure(Collective::allreduce, nullptr);
  EXPECT_EQ(wrong, 0) << "of " << communicators << " results";
  EXPECT_LT(resident_mebibytes() - resident_early, 6) << "MiB more than after a tenth of them";
}

// With a forced kernel, so that every communicator needs everything that Allfold can create for
// one.
TEST(MadeAndFreed, ManyMoreThanThereAreContextIds) {
  make_use_and_free(number_of_communicators, allfold_kernel(0));
}

TEST(MadeAndFreed, ManyUnderTheDefaultRules) {
  make_use_and_free(number_of_communicators / 10, "auto");
}

TEST(MadeAndFreed, InOppositeOrdersOnDifferentRanks) {
  under_each_kernel([] {
    for (int round = 0; round < 20; ++round) {
      std::array<MPI_Comm, 9> comms;
      int number = 0;
      for (MPI_Comm& comm : comms) comm = make_some_communicator(number++);
      for (MPI_Comm comm : comms) EXPECT_TRUE(small_sum_is_right(comm));
      if (world_rank() % 2 == 1) std::ranges::reverse(comms);
      for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
    }
  });
}

// Every second rank frees the old one first; the others make and use the new one first.
TEST(MadeAndFreed, WhileOtherRanksSetUpTheNextOne) {
  under_each_kernel([] {
    MPI_Comm old_comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &old_comm);
    EXPECT_TRUE(small_sum_is_right(old_comm));
    for (int round = 0; round < 50; ++round) {
      const bool free_first = (world_rank() + round) % 2 == 0;
      if (free_first) MPI_Comm_free(&old_comm);
      MPI_Comm new_comm = make_some_communicator(round);
      EXPECT_TRUE(small_sum_is_right(new_comm));
      if (!free_first) MPI_Comm_free(&old_comm);
      old_comm = new_comm;
    }
    MPI_Comm_free(&old_comm);
  });
}

TEST(MadeAndFreed, Disconnected) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  expect_reductions_right(comm);
  MPI_Comm_disconnect(&comm);
  EXPECT_EQ(comm, MPI_COMM_NULL);
}

// Open MPI reuses the memory of a freed communicator for the next one. A stale state of the old one
// would be used for the new one, which has another size and another rank order.
TEST(MadeAndFreed, HandlesUsedAgainWithAnotherSize) {
  if (world_size() < 2) GTEST_SKIP() << "there is only one size";
  std::map<MPI_Comm, int> last_size;
  int used_again_with_another_size = 0;
  under_each_kernel([&] {
    for (int round = 0; round < 30; ++round) {
      MPI_Comm comm;
      const int colours = round % 2 == 0 ? 1 : world_size();
      MPI_Comm_split(MPI_COMM_WORLD, world_rank() % colours, -world_rank(), &comm);
      const auto known = last_size.find(comm);
      if (known != last_size.end() && known->second != size_of(comm)) {
        ++used_again_with_another_size;
      }
      last_size[comm] = size_of(comm);
      const std::uint64_t native = native_calls();
      expect_allreduce_right(comm, 10, static_cast<std::uint64_t>(round));
      expect_reduce_right(comm, 10, size_of(comm) - 1, static_cast<std::uint64_t>(round) + 1000);
      // The MPI library serves the first calls on a communicator of one rank.
      if (size_of(comm) > 1) {
        EXPECT_EQ(native_calls(), native) << "nothing else is for the native calls";
      }
      MPI_Comm_free(&comm);
    }
  });
  // Reuse depends on the allocator, which a sanitizer replaces.
  if (used_again_with_another_size == 0) GTEST_SKIP() << "no handle was used again";
}

// Left to MPI_Finalize, with Allfold's state attached: the test program must succeed.
TEST(MadeAndFreed, NeverFreed) {
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(small_sum_is_right(make_some_communicator(i)));
  under_each_kernel([] {
    for (int i = 0; i < 3; ++i) expect_reductions_right(make_some_communicator(i));
    MPI_Comm self;
    MPI_Comm_dup(MPI_COMM_SELF, &self);
    expect_reductions_right(self);
  });
}

}  // namespace
}  // namespace allfold_test
