/// The rows of the collectives, and what they say that ranks want.
#include "schedule/collective.hpp"

#include <gtest/gtest.h>

namespace allfold::schedule {
namespace {

constexpr Blocks all{.first = 0, .last = 12};

TEST(Collective, is_found_by_its_name_only) {
  for (const Collective collective : all_collectives)
    EXPECT_EQ(find_collective(name_of(collective)), collective);
  EXPECT_EQ(find_collective("Reduce"), std::nullopt);
  EXPECT_EQ(find_collective(name_of_all), std::nullopt);
  EXPECT_EQ(find_collective(""), std::nullopt);
}

TEST(Collective, names_what_is_expected) {
  EXPECT_EQ(expected_names(), "allreduce, reduce or reduce_scatter");
  EXPECT_EQ(expected_names(name_of_all), "allreduce, reduce, reduce_scatter or all");
}

TEST(Collective, has_a_root_if_one_rank_wants_more) {
  EXPECT_FALSE(has_root(Collective::allreduce));
  EXPECT_TRUE(has_root(Collective::reduce));
  EXPECT_TRUE(goes_to_all(Collective::allreduce));
  EXPECT_FALSE(goes_to_all(Collective::reduce));
}

TEST(Recipients, of_an_allreduce_want_all_blocks) {
  const Recipients recipients{.collective = Collective::allreduce, .ranks = 4};
  for (int rank = 0; rank < 4; ++rank) EXPECT_EQ(recipients.wanted(rank, all), all);
}

TEST(Recipients, of_a_reduce_are_its_root) {
  const Recipients recipients{.collective = Collective::reduce, .ranks = 4, .root = 2};
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(recipients.wanted(rank, all), rank == 2 ? all : Blocks{});
    EXPECT_EQ(gets_result(Collective::reduce, 2, rank), rank == 2);
  }
}

TEST(Portion, own_is_an_equal_share_in_rank_order) {
  std::int64_t next = 0;
  for (int rank = 0; rank < 4; ++rank) {
    const Blocks own = blocks_of(Portion::own, all, rank, 4);
    EXPECT_EQ(own.first, next);
    EXPECT_EQ(own.size(), 3);
    next = own.last;
  }
  EXPECT_EQ(next, all.last);
}

TEST(Collectives, contain_their_members) {
  constexpr Collectives none{};
  constexpr Collectives one{Collective::reduce};
  static_assert(!none.contains(Collective::allreduce) && !none.contains(Collective::reduce));
  static_assert(!one.contains(Collective::allreduce) && one.contains(Collective::reduce));
}

}  // namespace
}  // namespace allfold::schedule
