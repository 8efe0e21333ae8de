#include "schedule/blocks.hpp"

#include <gtest/gtest.h>

#include <array>

namespace allfold::schedule {
namespace {

TEST(Cut, is_the_floor_of_the_exact_fraction) {
  for (std::int64_t n = 0; n <= 40; ++n)
    for (std::int64_t blocks = 1; blocks <= 20; ++blocks) {
      const Cut cut(n, blocks);
      for (std::int64_t b = 0; b <= blocks; ++b)
        EXPECT_EQ(cut.start(b), n * b / blocks) << n << " elements, block " << b << "/" << blocks;
    }
}

TEST(Cut, differs_by_one_element_at_the_most) {
  for (const std::int64_t n : {0, 1, 5, 7, 1000, 65537})
    for (const std::int64_t blocks : {1, 2, 3, 7, 8, 64}) {
      const Cut cut(n, blocks);
      for (std::int64_t b = 0; b < blocks; ++b) {
        const std::int64_t size = cut.elements({.first = b, .last = b + 1});
        EXPECT_TRUE(size == n / blocks || size == n / blocks + 1);
      }
    }
}

// n·b overflows 64 bits long before n and b do.
TEST(Cut, does_not_overflow) {
  constexpr std::int64_t n = INT64_MAX - 12345;
  constexpr std::int64_t blocks = 1000003;
  const Cut cut(n, blocks);
  EXPECT_EQ(cut.start(0), 0);
  EXPECT_EQ(cut.start(blocks), n);
  for (const std::int64_t b : {1L, 2L, 500000L, 1000002L})
    EXPECT_NEAR(static_cast<double>(cut.start(b)),
                static_cast<double>(n) * (static_cast<double>(b) / blocks), 4096);
}

TEST(Cut, into_more_blocks_refines_exactly) {
  for (const std::int64_t n : {0, 3, 17, 1001})
    for (const std::int64_t blocks : {1, 3, 8})
      for (const std::int64_t pieces : {1, 2, 5, 16})
        for (std::int64_t b = 0; b <= blocks; ++b)
          EXPECT_EQ(Cut(n, blocks * pieces).start(b * pieces), Cut(n, blocks).start(b));
}

TEST(Cut, leaves_whole_what_is_not_divided) {
  for (const std::int64_t n : {0, 1, 3, 1001})
    for (const std::int64_t blocks : {1, 3, 8}) {
      const Cut cut(n, blocks, Division::none);
      EXPECT_EQ(cut.start(blocks), n);
      EXPECT_EQ(cut.start(blocks - 1), 0) << "all is in the last block";
      EXPECT_GE(cut.most_elements(1), n);
    }
}

/// Shares of 3, none, 8, 1 and 5 elements.
constexpr std::array<std::int64_t, 6> unequal{0, 3, 3, 11, 12, 17};

TEST(Shares, are_equal_or_as_given) {
  const Shares equal(12, 4);
  for (int rank = 0; rank <= 4; ++rank) EXPECT_EQ(equal.start(rank), 3 * rank);
  const Shares given{std::span(unequal)};
  EXPECT_EQ(given.elements(), 17);
  EXPECT_EQ(given.ranks(), 5);
  EXPECT_EQ(given.elements_of(1), 0);
  EXPECT_EQ(given.elements_of(2), 8);
  EXPECT_EQ(given.longest(), 8);
}

TEST(Cut, divides_each_share_alike) {
  const Shares shares{std::span(unequal)};
  for (const std::int64_t in_each : {1, 2, 3, 7}) {
    const Cut cut(shares, 5 * in_each);
    for (int rank = 0; rank < 5; ++rank)
      for (std::int64_t i = 0; i < in_each; ++i)
        EXPECT_EQ(cut.start(rank * in_each + i),
                  shares.start(rank) + shares.elements_of(rank) * i / in_each);
    EXPECT_EQ(cut.start(5 * in_each), 17);
    for (std::int64_t size = 1; size <= 5 * in_each; ++size)
      for (std::int64_t b = 0; b + size <= 5 * in_each; ++b)
        EXPECT_GE(cut.most_elements(size), cut.elements({.first = b, .last = b + size}));
  }
  EXPECT_EQ(Cut(shares, 5).most_elements(1), 8);
  EXPECT_EQ(Cut(shares, 40).most_elements(1), 1);
}

TEST(Cut, of_equal_shares_is_that_of_the_vector) {
  for (std::int64_t b = 0; b <= 12; ++b)
    EXPECT_EQ(Cut(Shares(20, 4), 12).start(b), Cut(20, 12).start(b));
}

TEST(Blocks, halves_and_hulls) {
  const Blocks range{.first = 4, .last = 12};
  EXPECT_EQ(lower_half(range), (Blocks{.first = 4, .last = 8}));
  EXPECT_EQ(upper_half(range), (Blocks{.first = 8, .last = 12}));
  EXPECT_EQ(hull({.first = 1, .last = 2}, {.first = 5, .last = 6}),
            (Blocks{.first = 1, .last = 6}));
  EXPECT_EQ(hull({}, range), range);
  EXPECT_EQ(hull(range, {.first = 9, .last = 9}), range);
}

}  // namespace
}  // namespace allfold::schedule
