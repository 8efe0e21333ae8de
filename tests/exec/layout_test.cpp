/// The positions of the elements of users' types.
#include "exec/layout.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace allfold::exec {
namespace {

constexpr Layout contiguous{.extent = 16, .true_lower_bound = 0, .true_extent = 16};
constexpr Layout spread{
    .extent = 40, .true_lower_bound = 8, .true_extent = 16, .is_contiguous = false};
constexpr Layout reversed{
    .extent = -24, .true_lower_bound = -4, .true_extent = 16, .is_contiguous = false};

TEST(Layout, of_a_type_with_gaps_and_backwards) {
  EXPECT_EQ(spread.span(3), 2 * 40U + 16U);
  EXPECT_EQ(spread.address_in_span(3), -8);
  EXPECT_EQ(reversed.span(3), 2 * 24U + 16U);
  EXPECT_EQ(reversed.address_in_span(3), 2 * 24 + 4);
  EXPECT_EQ(contiguous.span(0), 0U);
  // The size overflows.
  EXPECT_EQ((Layout{.extent = INT64_MAX / 2}).span(4), std::nullopt);
}

}  // namespace
}  // namespace allfold::exec
