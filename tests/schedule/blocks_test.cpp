#include "schedule/blocks.hpp"

#include <gtest/gtest.h>

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
