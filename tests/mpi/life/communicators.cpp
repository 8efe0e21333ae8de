// Every kind of communicator that a program can make, under every kernel.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

int world_rank() { return rank_of(MPI_COMM_WORLD); }
int world_size() { return size_of(MPI_COMM_WORLD); }

void expect_right_then_free(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return;
  expect_reductions_right(comm);
  MPI_Comm_free(&comm);
}

TEST(Communicators, World) { expect_reductions_right(MPI_COMM_WORLD); }

TEST(Communicators, Self) {
  expect_reductions_right(MPI_COMM_SELF);
  under_each_kernel([] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    expect_right_then_free(comm);
  });
}

/// Repeated calls take a shorter path.
template <class Call>
void expect_copies(int count, Call call) {
  constexpr std::int64_t untouched = -77;
  std::vector<std::int64_t> input(static_cast<std::size_t>(count));
  std::vector<std::int64_t> result(input.size() + 1);
  for (std::int64_t number = 0; number < 4; ++number) {
    std::iota(input.begin(), input.end(), 1000 * number);
    const std::vector<std::int64_t> given = input;
    std::ranges::fill(result, untouched);
    call(input.data(), result.data());
    EXPECT_EQ(input, given);
    EXPECT_TRUE(std::ranges::equal(std::span(result).first(input.size()), given)) << count;
    EXPECT_EQ(result.back(), untouched) << count;
  }
}

TEST(Communicators, SelfForCallsInARow) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  for (const int count : {1, 7, 1000, 300'000}) {
    expect_copies(count, [&](const std::int64_t* input, std::int64_t* result) {
      MPI_Allreduce(input, result, count, MPI_INT64_T, MPI_SUM, comm);
    });
    expect_copies(count, [&](const std::int64_t* input, std::int64_t* result) {
      MPI_Reduce(input, result, count, MPI_INT64_T, MPI_SUM, 0, comm);
    });
    expect_copies(count, [&](const std::int64_t* input, std::int64_t* result) {
      std::copy_n(input, count, result);
      MPI_Allreduce(MPI_IN_PLACE, result, count, MPI_INT64_T, MPI_SUM, comm);
    });
  }
  MPI_Comm_free(&comm);
}

// There may be a gap between a double and the int after it, and before the next element.
TEST(Communicators, SelfLeavesGapsAlone) {
  struct Pair {
    double value;
    int place;
    int gap;
  };
  for (int number = 0; number < 3; ++number) {
    const std::array<Pair, 2> input{{{.value = 1.5 + number, .place = 3, .gap = 8},
                                     {.value = 2.5 + number, .place = 4, .gap = 9}}};
    std::array<Pair, 2> result{
        {{.value = 0, .place = 0, .gap = 5}, {.value = 0, .place = 0, .gap = 6}}};
    MPI_Allreduce(input.data(), result.data(), 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_SELF);
    for (std::size_t i = 0; i < input.size(); ++i) {
      EXPECT_EQ(result[i].value, input[i].value);
      EXPECT_EQ(result[i].place, input[i].place);
      EXPECT_EQ(result[i].gap, static_cast<int>(5 + i));
    }
  }
}

TEST(Communicators, Split) {
  under_each_kernel([] {
    for (const int colours : {2, 3}) {
      MPI_Comm comm;
      MPI_Comm_split(MPI_COMM_WORLD, world_rank() % colours, world_rank(), &comm);
      expect_right_then_free(comm);
    }
  });
}

TEST(Communicators, SplitWithoutTheLastRank) {
  under_each_kernel([] {
    const bool last = world_rank() == world_size() - 1;
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, last ? MPI_UNDEFINED : 0, world_rank(), &comm);
    EXPECT_EQ(comm == MPI_COMM_NULL, last);
    expect_right_then_free(comm);
  });
}

TEST(Communicators, SplitOfASplit) {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank() % 2, world_rank(), &half);
  expect_reductions_right(half);
  MPI_Comm quarter;
  MPI_Comm_split(half, rank_of(half) % 2, 0, &quarter);
  MPI_Comm_free(&half);  // the communicators derived from it remain valid
  expect_right_then_free(quarter);
}

TEST(Communicators, Reordered) {
  under_each_kernel([] {
    MPI_Comm reversed;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -world_rank(), &reversed);
    EXPECT_EQ(rank_of(reversed), world_size() - 1 - world_rank());
    expect_right_then_free(reversed);

    MPI_Comm rotated;
    MPI_Comm_split(MPI_COMM_WORLD, 0, (world_rank() + 1) % world_size(), &rotated);
    expect_right_then_free(rotated);
  });
}

// Information on processes in one order does not apply to another order, nor to other processes.
TEST(Communicators, OfTheSameProcessesInSeveralOrdersAgainAndAgain) {
  const int ranks = world_size();
  const int own = world_rank();
  for (int time = 0; time < 3; ++time)
    for (const int key : {own, -own, (own + 1) % ranks, own % 2 * ranks + own}) {
      MPI_Comm comm;
      MPI_Comm_split(MPI_COMM_WORLD, 0, key, &comm);
      expect_right_then_free(comm);
      for (const int colour : {own % 2, own / 2 % 2}) {
        MPI_Comm half;
        MPI_Comm_split(MPI_COMM_WORLD, colour, key, &half);
        expect_right_then_free(half);
      }
    }
}

TEST(Communicators, Cartesian) {
  under_each_kernel([] {
    std::array<int, 2> sizes{};
    const std::array<int, 2> periodic{1, 0};
    MPI_Dims_create(world_size(), 2, sizes.data());
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes.data(), periodic.data(), /*reorder=*/1, &grid);
    for (const std::array<int, 2> remaining : {std::array{1, 0}, std::array{0, 1}}) {
      MPI_Comm line;
      MPI_Cart_sub(grid, remaining.data(), &line);
      expect_right_then_free(line);
    }
    expect_right_then_free(grid);
  });
}

TEST(Communicators, DistributedGraph) {
  const int left = (world_rank() + world_size() - 1) % world_size();
  const int right = (world_rank() + 1) % world_size();
  MPI_Comm ring;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, /*reorder=*/1, &ring);
  expect_right_then_free(ring);
}

// Only the members call MPI_Comm_create_group: they must not wait for the other ranks.
TEST(Communicators, MadeByItsMembersOnly) {
  under_each_kernel([] {
    if (world_rank() % 2 != 0) return;
    std::vector<int> even(static_cast<std::size_t>((world_size() + 1) / 2));
    std::iota(even.begin(), even.end(), 0);
    for (int& rank : even) rank *= 2;
    MPI_Group world;
    MPI_Group group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, static_cast<int>(even.size()), even.data(), &group);
    MPI_Comm comm;
    MPI_Comm_create_group(MPI_COMM_WORLD, group, /*tag=*/0, &comm);
    expect_right_then_free(comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
  });
}

// The ranks of one half are the remote group of the other half.
struct Halves {
  Halves() {
    MPI_Comm_split(MPI_COMM_WORLD, upper, world_rank(), &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, upper ? 0 : half, /*tag=*/1, &inter);
  }
  ~Halves() {
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
  }

  const int half = world_size() / 2;
  const bool upper = world_rank() >= half;
  MPI_Comm local;
  MPI_Comm inter;
};

int sum_of_ranks(int begin, int end) { return (end - begin) * (begin + end - 1) / 2; }

TEST(Communicators, InterCommunicatorsAreServedByTheNativeAllreduce) {
  if (world_size() < 2) GTEST_SKIP() << "needs two groups";
  const Halves halves;
  const std::uint64_t native = allfold_calls("allreduce", "native");
  const int rank = world_rank();
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, halves.inter);
  EXPECT_EQ(sum,
            halves.upper ? sum_of_ranks(0, halves.half) : sum_of_ranks(halves.half, world_size()));
  EXPECT_EQ(allfold_calls("allreduce", "native"), native + 1);
}

TEST(Communicators, InterCommunicatorsAreServedByTheNativeReduce) {
  if (world_size() < 2) GTEST_SKIP() << "needs two groups";
  const Halves halves;
  const std::uint64_t native = allfold_calls("reduce", "native");
  const int root = halves.upper ? 0 : rank_of(halves.local) == 0 ? MPI_ROOT : MPI_PROC_NULL;
  const int rank = world_rank();
  int sum = -1;
  MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, halves.inter);
  EXPECT_EQ(sum, root == MPI_ROOT ? sum_of_ranks(halves.half, world_size()) : -1);
  EXPECT_EQ(allfold_calls("reduce", "native"), native + 1);
}

TEST(Communicators, MergedFromAnInterCommunicator) {
  if (world_size() < 2) GTEST_SKIP() << "needs two groups";
  const Halves halves;
  MPI_Comm merged;
  MPI_Intercomm_merge(halves.inter, /*high=*/!halves.upper, &merged);
  expect_right_then_free(merged);
}

}  // namespace
}  // namespace allfold_test
