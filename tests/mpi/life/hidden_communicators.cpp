// MPI libraries have few context ids, and a program may use nearly all of them, so Allfold does not
// make a hidden communicator for each communicator of the program.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <vector>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace {

int made = 0;

template <typename Function>
Function* next(const char* name, Function* /*function*/) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

// Overrides all functions that make a communicator of these ranks, for Allfold, too.
extern "C" int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* created) {
  ++made;
  return next("PMPI_Comm_create", &PMPI_Comm_create)(comm, group, created);
}
extern "C" int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* created) {
  ++made;
  return next("PMPI_Comm_create_group", &PMPI_Comm_create_group)(comm, group, tag, created);
}
extern "C" int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* created) {
  ++made;
  return next("PMPI_Comm_dup", &PMPI_Comm_dup)(comm, created);
}
extern "C" int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* created) {
  ++made;
  return next("PMPI_Comm_split", &PMPI_Comm_split)(comm, color, key, created);
}

namespace allfold_test {
namespace {

// The user's own call passes through Allfold, and does not count.
void duplicate(MPI_Comm comm, MPI_Comm* created) {
  const int before = made;
  MPI_Comm_dup(comm, created);
  made = before;
}

constexpr int many = 40;

// One for the ranks of MPI_COMM_WORLD, which serves all communicators made from these, and one for
// this process.
constexpr int most_made = 2;

TEST(HiddenCommunicators, AreSharedByCommunicatorsOfTheSameRanks) {
  expect_reductions_right(MPI_COMM_WORLD);
  std::vector<MPI_Comm> comms(many);
  for (MPI_Comm& comm : comms) duplicate(MPI_COMM_WORLD, &comm);
  // Calls on all communicators alternate.
  for (int round = 0; round < 2; ++round)
    for (MPI_Comm comm : comms) {
      expect_allreduce_right(comm, 7, static_cast<std::uint64_t>(round));
      expect_reduce_right(comm, 1000, 0, static_cast<std::uint64_t>(round));
    }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  // The MPI library serves the first calls on a communicator of one rank.
  if (size_of(MPI_COMM_WORLD) > 1) {
    EXPECT_EQ(native_calls(), 0U);
  }
  EXPECT_LE(made, most_made);
}

TEST(HiddenCommunicators, AreSharedBySomeOfTheirRanksInAnyOrder) {
  expect_reductions_right(MPI_COMM_WORLD);
  const int rank = rank_of(MPI_COMM_WORLD);
  for (int round = 0; round < many; ++round) {
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, (rank + round) % 3 == 0 ? 0 : 1, round % 2 == 0 ? rank : -rank,
                   &part);
    expect_allreduce_right(part, 5, static_cast<std::uint64_t>(round));
    expect_reduce_right(part, 300, size_of(part) - 1, static_cast<std::uint64_t>(round));
    MPI_Comm_free(&part);
  }
  EXPECT_LE(made, most_made);
}

TEST(HiddenCommunicators, OfOneRankAreOneForAll) {
  std::vector<MPI_Comm> comms(many);
  for (MPI_Comm& comm : comms) duplicate(MPI_COMM_SELF, &comm);
  for (MPI_Comm comm : comms) expect_reductions_right(comm);
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  EXPECT_LE(made, most_made);
}

// Ranks free their communicators in different orders, so they do not all know the same hidden
// communicators.
TEST(HiddenCommunicators, AreNotUsedWhereOnlySomeRanksHaveThem) {
  const int rank = rank_of(MPI_COMM_WORLD);
  for (int round = 0; round < 10; ++round) {
    MPI_Comm first;
    MPI_Comm second;
    MPI_Comm third;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &first);
    expect_allreduce_right(first, 10, 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &second);
    expect_allreduce_right(second, 10, 2);
    if (rank % 2 == 0) MPI_Comm_free(&first);
    duplicate(second, &third);
    expect_allreduce_right(third, 10, 3);
    if (rank % 2 != 0) MPI_Comm_free(&first);
    expect_reduce_right(third, 1000, 0, 4);
    MPI_Comm_free(&third);
    MPI_Comm_free(&second);
  }
}

}  // namespace
}  // namespace allfold_test
