// Programs make communicators for one or two calls. Information on the ranks is not collected
// again: the first call on a communicator makes one collective call of the MPI library.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <vector>

#include "life/counted_collectives.h"
#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// The calls of the MPI library that one call has made.
struct Taken {
  int collectives;
  int creations;
  int served_natively;
};

// One call, whose result is checked.
Taken taken_by_call(MPI_Comm comm, int seed) {
  const auto term = [&](int rank, int position) { return seed + 3 * rank + position; };
  const int rank = rank_of(comm);
  const std::vector<int> input{term(rank, 0), term(rank, 1), term(rank, 2)};
  std::vector<int> result(input.size());
  const std::uint64_t natively_before = native_calls();
  const Taken before{
      .collectives = counted_collectives(), .creations = counted_creations(), .served_natively = 0};
  MPI_Allreduce(input.data(), result.data(), static_cast<int>(input.size()), MPI_INT, MPI_SUM,
                comm);
  const Taken taken{.collectives = counted_collectives() - before.collectives,
                    .creations = counted_creations() - before.creations,
                    .served_natively = static_cast<int>(native_calls() - natively_before)};
  for (int position = 0; position < static_cast<int>(result.size()); ++position) {
    int sum = 0;
    for (int each = 0; each < size_of(comm); ++each) sum += term(each, position);
    EXPECT_EQ(result[static_cast<std::size_t>(position)], sum);
  }
  return taken;
}

// The first call on a communicator. Expects that Allfold has served it.
Taken taken_by_first_call(MPI_Comm comm, int seed) {
  const Taken taken = taken_by_call(comm, seed);
  if (size_of(comm) > 1) {
    EXPECT_EQ(taken.served_natively, 0);
  }
  return taken;
}

Taken taken_by_duplicate(MPI_Comm of, int seed) {
  MPI_Comm made;
  MPI_Comm_dup(of, &made);
  const Taken taken = taken_by_first_call(made, seed);
  MPI_Comm_free(&made);
  return taken;
}

Taken taken_by_part(int color, int key, int seed) {
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &part);
  const Taken taken = taken_by_first_call(part, seed);
  MPI_Comm_free(&part);
  return taken;
}

// Must be the first test, before any call on MPI_COMM_WORLD.
TEST(SetUpCollectives, ACommunicatorForEachCallKeepsTheHiddenOne) {
  if (size_of(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "a rank alone sends no messages";
  for (int round = 0; round < 3; ++round) taken_by_duplicate(MPI_COMM_WORLD, round);
  for (int round = 0; round < 20; ++round) {
    const Taken taken = taken_by_duplicate(MPI_COMM_WORLD, 100 * round);
    EXPECT_LE(taken.collectives, 1) << "round " << round;
    EXPECT_EQ(taken.creations, 0) << "round " << round;
  }
}

TEST(SetUpCollectives, PartsOfKnownRanksTakeOne) {
  taken_by_first_call(MPI_COMM_WORLD, 5);
  const int rank = rank_of(MPI_COMM_WORLD);
  for (int round = 0; round < 12; ++round) {
    const Taken taken =
        taken_by_part((rank + round) % (2 + round % 2), round % 5 < 2 ? rank : -rank, 100 * round);
    EXPECT_LE(taken.collectives, 1) << "round " << round;
    EXPECT_EQ(taken.creations, 0) << "round " << round;
  }
}

// More than the slots of an extent, so that the ranks of a node make further ones.
TEST(SetUpCollectives, ManyThatLiveTakeOneEachMostly) {
  taken_by_first_call(MPI_COMM_WORLD, 6);
  constexpr int many = 48;
  std::vector<MPI_Comm> comms(many);
  int collectives = 0;
  for (MPI_Comm& comm : comms) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    collectives += taken_by_first_call(comm, 7).collectives;
  }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  // A new extent takes one more, and so does the next communicator, which maps the areas.
  EXPECT_LE(collectives, many + many / 4);
}

// The set-up takes longer than one or two calls. The handle is mostly that of the previous
// communicator.
TEST(SetUpCollectives, OneRankIsSetUpAtTheThirdCall) {
  for (int round = 0; round < 5; ++round) {
    MPI_Comm alone;
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    for (int call = 0; call < 4; ++call) {
      const Taken taken = taken_by_call(alone, 10 * round + call);
      EXPECT_EQ(taken.served_natively, call < 2 ? 1 : 0) << "call " << call;
      EXPECT_EQ(taken.collectives, taken.served_natively) << "call " << call;
      EXPECT_EQ(taken.creations, 0) << "call " << call;
    }
    MPI_Comm_free(&alone);
  }
}

TEST(SetUpCollectives, OneRankIsServedAtOnceWhereTheUserSaysHow) {
  struct Setting {
    const char* variable;
    const char* value;
  };
  for (const Setting& set :
       {Setting{"ALLFOLD_REPRODUCIBLE", "1"}, Setting{"ALLFOLD_ALLREDUCE", "ring"}}) {
    ASSERT_EQ(allfold_configure(set.variable, set.value), 0);
    MPI_Comm alone;
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    EXPECT_EQ(taken_by_call(alone, 1).served_natively, 0) << set.variable;
    MPI_Comm_free(&alone);
    ASSERT_EQ(allfold_configure(set.variable, nullptr), 0);
  }
}

}  // namespace
}  // namespace allfold_test
