// Kernels on meshes use the grid of a Cartesian communicator, and report it.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "support/hang_report.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

using Dimensions = std::vector<int>;

// The output of `body` on standard error.
std::string standard_error_of(const std::function<void()>& body) {
  std::fflush(stderr);
  const int before = dup(STDERR_FILENO);
  std::FILE* const file = std::tmpfile();
  dup2(fileno(file), STDERR_FILENO);
  body();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  std::string text(4096, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

std::vector<int> multiples_of(int number, int count) {
  std::vector<int> multiples;
  for (int i = 1; i <= count; ++i) multiples.push_back(i * number);
  return multiples;
}

void expect_sums_right(MPI_Comm comm) {
  const int size = size_of(comm);
  const int root = size - 1;
  constexpr int count = 1000;
  const std::vector<int> mine = multiples_of(rank_of(comm) + 1, count);
  const std::vector<int> expected = multiples_of(size * (size + 1) / 2, count);
  std::vector<int> of_all(count);
  std::vector<int> at_root(count);
  MPI_Allreduce(mine.data(), of_all.data(), count, MPI_INT, MPI_SUM, comm);
  MPI_Reduce(mine.data(), at_root.data(), count, MPI_INT, MPI_SUM, root, comm);
  EXPECT_EQ(of_all, expected);
  if (rank_of(comm) == root) {
    EXPECT_EQ(at_root, expected);
  }
}

// Checks sums on `comm` under each kernel on meshes; rank 0 reports that the kernels use this many
// rows.
void expect_rows(int rows, MPI_Comm comm) {
  for (const std::string kernel : {"sbt-2d", "bsbt-2d", "bucket-2d", "mesh-adaptive"}) {
    SCOPED_TRACE(kernel);
    whereabouts("%s, %d rows", kernel.c_str(), rows);
    configure(Collective::allreduce, kernel.c_str());
    configure(Collective::reduce, kernel.c_str());
    EXPECT_EQ(allfold_configure("ALLFOLD_VERBOSE", "1"), 0);
    MPI_Comm ruled;  // with this configuration; a duplicate has the same topology
    MPI_Comm_dup(comm, &ruled);
    const std::string said = standard_error_of([&] { expect_sums_right(ruled); });
    if (rank_of(comm) == 0) {
      const std::string choice = ": " + kernel + ":rows=" + std::to_string(rows);
      for (const std::string collective : {"allfold: allreduce on ", "allfold: reduce on "}) {
        const std::size_t line = said.find(collective);
        ASSERT_NE(line, std::string::npos) << said;
        EXPECT_NE(said.substr(line, said.find('\n', line) - line).find(choice), std::string::npos)
            << said;
      }
    }
    MPI_Comm_free(&ruled);
    EXPECT_EQ(allfold_configure("ALLFOLD_VERBOSE", nullptr), 0);
    configure(Collective::allreduce, nullptr);
    configure(Collective::reduce, nullptr);
  }
}

void expect_rows_of_grid(int rows, const Dimensions& dimensions) {
  int ranks = 1;
  for (const int extent : dimensions) ranks *= extent;
  if (ranks > size_of(MPI_COMM_WORLD)) return;
  SCOPED_TRACE(testing::PrintToString(dimensions));
  const std::vector<int> periods(dimensions.size(), 1);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, static_cast<int>(dimensions.size()), dimensions.data(),
                  periods.data(), /*reorder=*/1, &grid);
  if (grid == MPI_COMM_NULL) return;
  expect_rows(rows, grid);
  MPI_Comm_free(&grid);
}

TEST(OwnGrid, IsTheCartesianOne) {
  expect_rows_of_grid(2, {2, 2});
  expect_rows_of_grid(2, {2, 3});
  expect_rows_of_grid(3, {3, 2});
  expect_rows_of_grid(2, {2, 4});
  expect_rows_of_grid(4, {4, 2});
}

TEST(OwnGrid, HasTheLastDimensionForColumns) {
  expect_rows_of_grid(4, {2, 2, 2});
  expect_rows_of_grid(3, {3, 2, 1});
}

// The most square grid of 6 ranks has 2 rows.
TEST(OwnGrid, IsNoneOnALine) {
  expect_rows_of_grid(2, {6});
  expect_rows_of_grid(2, {6, 1});
}

TEST(OwnGrid, GoesWithTheTopology) {
  if (size_of(MPI_COMM_WORLD) < 6) GTEST_SKIP() << "needs two grids of the same ranks";
  const std::array<int, 2> dimensions{3, 2};
  const std::array<int, 2> periods{0, 0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions.data(), periods.data(), /*reorder=*/0, &grid);
  if (grid == MPI_COMM_NULL) return;
  MPI_Comm same_ranks;
  MPI_Comm_split(grid, 0, rank_of(grid), &same_ranks);
  expect_rows(2, same_ranks);
  expect_rows(3, grid);
  MPI_Comm_free(&same_ranks);
  MPI_Comm_free(&grid);
}

}  // namespace
}  // namespace allfold_test
