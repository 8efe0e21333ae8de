// Each rank gets its share of a reduction: every kernel, equal and unequal shares, some of them empty,
// with and without MPI_IN_PLACE.
#include "reductions/shares.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reductions/exact_case.h"
#include "reductions/layouts.h"
#include "support/hang_report.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// All 64 bits are random, and sums wrap: a piece that is missing, duplicated or misplaced changes
// every element.
ExactCase<std::uint64_t> sums() {
  return {.datatype = MPI_UINT64_T,
          .op = MPI_SUM,
          .contribution = [](int rank, std::size_t index) { return random_word(rank, index); },
          .combined = [](const std::uint64_t& lhs, const std::uint64_t& rhs) { return lhs + rhs; }};
}

template <typename T>
std::vector<T> share_of(const std::vector<T>& all, const Shares& shares, int rank) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(shares.start(rank));
  return {first, first + static_cast<std::ptrdiff_t>(shares.of(rank))};
}

// Nothing else may change: neither the send buffer, nor bytes around the buffers.
void expect_sums(const Shares& shares, Source source, const Turn& turn) {
  const bool in_place = source == Source::in_place;
  whereabouts("%s: %s%s", turn.configuration.c_str(), shares.name.c_str(),
              in_place ? ", in place" : "");
  SCOPED_TRACE(testing::Message() << shares << (in_place ? ", in place" : ""));
  const std::vector<std::uint64_t> mine = sums().contributions(turn.rank, shares.all());
  const std::vector<std::uint64_t> expected =
      share_of(sums().reference(turn.size, shares.all()), shares, turn.rank);
  const GuardedBuffer send(mine.size() * sizeof mine[0]);
  const GuardedBuffer receive((in_place ? mine.size() : expected.size()) * sizeof mine[0]);
  std::copy(mine.begin(), mine.end(), (in_place ? receive : send).as<std::uint64_t>());
  EXPECT_EQ(reduce_scatter(shares, in_place ? MPI_IN_PLACE : send.data(), receive.data(),
                           MPI_UINT64_T, MPI_SUM, turn.comm),
            MPI_SUCCESS);
  EXPECT_TRUE(equal_elements(receive.as<std::uint64_t>(), expected));
  EXPECT_TRUE(receive.intact());
  if (in_place) return;
  EXPECT_TRUE(equal_elements(send.as<std::uint64_t>(), mine)) << "the send buffer was written";
  EXPECT_TRUE(send.intact());
}

TEST(Shares, OfSums) {
  for_each_kernel(Collective::reduce_scatter, ServedBy::forced_kernel, [](const Turn& turn) {
    for (const std::int64_t most : {1, 3, 100, 5001})
      for (const Shares& shares : shares_up_to(turn.size, most))
        for (const Source source : {Source::send_buffer, Source::in_place})
          expect_sums(shares, source, turn);
  });
}

// The same decision serves calls with other buffers; other counts with the same sum do not.
TEST(Shares, ThatChangeFromCallToCall) {
  for_each_kernel(Collective::reduce_scatter, ServedBy::forced_kernel, [](const Turn& turn) {
    for (int call = 0; call < 12; ++call) {
      Shares shares{.name = "rotated counts", .counts = {}};
      for (int rank = 0; rank < turn.size; ++rank)
        shares.counts.push_back(10 * ((rank + call) % turn.size));
      expect_sums(shares, call % 3 == 0 ? Source::in_place : Source::send_buffer, turn);
    }
  });
}

// Counts for which the sum of one call is the count of another, on communicators on which calls are
// ready after the first ones.
TEST(Shares, OfCountsThatOthersHaveInAll) {
  with_configuration(
      Collective::reduce_scatter, "auto", ServedBy::any_kernel, [](const Turn& turn) {
        for (int call = 0; call < 4; ++call)
          for (const std::int64_t count : {1, turn.size, turn.size * turn.size})
            for (const auto function : {Shares::Function::block, Shares::Function::list})
              for (const Source source : {Source::send_buffer, Source::in_place})
                expect_sums(equal_shares(turn.size, count, function), source, turn);
      });
}

TEST(Shares, OfNothing) {
  for_each_kernel(Collective::reduce_scatter, ServedBy::any_kernel, [](const Turn& turn) {
    for (const Shares& shares : shares_up_to(turn.size, 0))
      for (const Source source : {Source::send_buffer, Source::in_place})
        expect_sums(shares, source, turn);
    expect_sums(equal_shares(turn.size, 3, Shares::Function::block), Source::send_buffer, turn);
  });
}

std::vector<Layout> known_layouts;  // an MPI user function has no other access to them

template <Combined combined>
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
void user_function(void* in, void* inout, int* length, MPI_Datatype* datatype) {
  combine_laid_out(known_layouts, combined, in, inout, *length, *datatype);
}

std::vector<Matrix> matrices_of(int rank, std::size_t count) {
  std::vector<Matrix> matrices(count);
  for (std::size_t i = 0; i < count; ++i) matrices[i] = random_matrix(rank, i);
  return matrices;
}

std::vector<Matrix> combined_matrices(Combined combined, int ranks, std::size_t count) {
  std::vector<Matrix> result = matrices_of(0, count);
  for (int rank = 1; rank < ranks; ++rank)
    for (std::size_t i = 0; i < count; ++i) result[i] = combined(result[i], random_matrix(rank, i));
  return result;
}

void expect_matrices(const Layout& layout, Combined combined, MPI_Op op, const Shares& shares,
                     const Turn& turn) {
  whereabouts("%s: %s: %s", turn.configuration.c_str(), layout.name.c_str(), shares.name.c_str());
  SCOPED_TRACE(testing::Message() << layout.name << ": " << shares);
  const std::vector<Matrix> mine = matrices_of(turn.rank, shares.all());
  const std::vector<Matrix> expected =
      share_of(combined_matrices(combined, turn.size, shares.all()), shares, turn.rank);
  LaidOut send(layout, mine.size());
  LaidOut receive(layout, expected.size());
  send.write(mine);
  EXPECT_EQ(
      reduce_scatter(shares, send.address(), receive.address(), layout.datatype, op, turn.comm),
      MPI_SUCCESS);
  EXPECT_TRUE(receive.holds_only(expected));
  EXPECT_TRUE(send.holds_only(mine));
}

template <Combined combined>
void expect_matrices_in(std::vector<Layout> (*make)(), int commutes, ServedBy served_by) {
  known_layouts = make();
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(user_function<combined>, commutes, &op);
  for_each_kernel(Collective::reduce_scatter, served_by, [&](const Turn& turn) {
    for (const Layout& layout : known_layouts)
      for (const Shares& shares : shares_up_to(turn.size, 7))
        if (shares.all() <= most_elements) expect_matrices(layout, combined, op, shares, turn);
  });
  MPI_Op_free(&op);
  free_layouts(known_layouts);
}

TEST(Shares, OfProductsOfMatricesInEveryLayout) {
  expect_matrices_in<product>(make_layouts, 0, ServedBy::in_rank_order);
}

TEST(Shares, OfSumsOfMatricesInEveryLayout) {
  expect_matrices_in<sum>(make_layouts, 1, ServedBy::user_operation);
}

TEST(Shares, OfElementsInReverse) {
  if (size_of(MPI_COMM_WORLD) == 1)
    GTEST_SKIP() << "Open MPI 4.1, which serves the first calls of one rank, fails on these";
  expect_matrices_in<product>(make_layouts_with_negative_extent, 0, ServedBy::in_rank_order);
}

}  // namespace
}  // namespace allfold_test
