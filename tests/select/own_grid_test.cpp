#include "select/own_grid.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace allfold::select {
namespace {

using Dimensions = std::vector<int>;
using Identities = std::vector<std::uint64_t>;

TEST(OwnGrid, has_the_last_dimension_for_columns) {
  EXPECT_EQ(rows_of_dimensions(Dimensions{2, 3}), 2);
  EXPECT_EQ(rows_of_dimensions(Dimensions{3, 2}), 3);
  EXPECT_EQ(rows_of_dimensions(Dimensions{3, 2, 2}), 6);
  EXPECT_EQ(rows_of_dimensions(Dimensions{2, 3, 4, 5}), 24);
}

TEST(OwnGrid, does_not_count_dimensions_of_one) {
  EXPECT_EQ(rows_of_dimensions(Dimensions{3, 2, 1}), 3);
  EXPECT_EQ(rows_of_dimensions(Dimensions{1, 3, 1, 2}), 3);
}

TEST(OwnGrid, is_none_where_the_dimensions_make_a_line) {
  for (const Dimensions& dimensions :
       {Dimensions{}, Dimensions{1}, Dimensions{8}, Dimensions{1, 8}, Dimensions{8, 1, 1}})
    EXPECT_EQ(rows_of_dimensions(dimensions), 0);
}

TEST(OwnGrid, has_a_row_for_each_node) {
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3, 3}), 2);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3, 3, 5, 5}), 3);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 7, 3, 3, 3}), 2);
}

TEST(OwnGrid, is_none_on_one_node_or_with_one_rank_on_each) {
  EXPECT_EQ(rows_of_nodes(Identities{}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 7, 7}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 3, 5, 9}), 0);
}

TEST(OwnGrid, is_none_where_nodes_hold_unequal_numbers_of_ranks) {
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3, 3, 3, 3}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3, 5}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 7, 3, 3, 3, 5, 5}), 0);
}

TEST(OwnGrid, is_none_where_ranks_of_a_node_do_not_succeed_each_other) {
  EXPECT_EQ(rows_of_nodes(Identities{7, 3, 7, 3}), 0) << "alternating";
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 3, 3, 7, 7}), 0) << "alternating in pairs";
}

TEST(OwnGrid, is_none_where_a_node_is_not_known) {
  EXPECT_EQ(rows_of_nodes(Identities{0, 0, 3, 3}), 0);
  EXPECT_EQ(rows_of_nodes(Identities{7, 7, 0, 0}), 0);
}

}  // namespace
}  // namespace allfold::select
