#include "system/copy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace allfold::system {
namespace {

constexpr std::byte untouched{0xa5};

std::byte value_at(std::size_t place) { return std::byte(place * 7 + place / 251); }

/// Checks that a copy writes all bytes, and no others, at any position.
template <class Copying>
void expect_right(Copying copying) {
  constexpr std::size_t margin = 64;
  for (const std::size_t bytes : {0, 1, 8, 1023, 1024, 2047, 2048, 2049, 4096, 6145, 100'003}) {
    for (const std::size_t shift : {0, 1, 16}) {
      std::vector<std::byte> from(bytes + shift);
      for (std::size_t i = 0; i < bytes; ++i) from[shift + i] = value_at(i);
      std::vector<std::byte> into(bytes + 2 * margin, untouched);
      copying(into.data() + margin, from.data() + shift, bytes);
      for (std::size_t i = 0; i < into.size(); ++i) {
        const bool is_inside = i >= margin && i < margin + bytes;
        ASSERT_EQ(into[i], is_inside ? value_at(i - margin) : untouched)
            << bytes << " bytes, byte " << i;
      }
    }
  }
}

TEST(Copy, BringsEveryByteAndNoOther) {
  expect_right([](void* into, const void* from, std::size_t bytes) { copy(into, from, bytes); });
}

TEST(Copy, IsTheSameInEachWay) {
  for (const LongCopy way : {LongCopy::in_pieces, LongCopy::at_once})
    for (const Lines lines : {Lines::own, Lines::others_read})
      expect_right([&](void* into, const void* from, std::size_t bytes) {
        copy_long({.way = way, .lines = lines}, into, from, bytes);
      });
}

// Four copies of 2 KiB; slow copies take 4000 ns.
TEST(Copy, IsInShortPiecesWhereOneInstructionIsSlow) {
  EXPECT_EQ(better_long_copy(150, 4000), LongCopy::in_pieces);
  EXPECT_EQ(better_long_copy(300, 4000), LongCopy::in_pieces);
  EXPECT_EQ(better_long_copy(300, 200), LongCopy::at_once);
  EXPECT_EQ(better_long_copy(200, 500), LongCopy::at_once) << "it takes time to begin";
  EXPECT_EQ(better_long_copy(2000, 6000), LongCopy::at_once) << "on a slow machine";
  EXPECT_EQ(better_long_copy(0, 1000), LongCopy::at_once) << "one tick of a slow clock";
}

// Lines of the destination are prefetched only in pieces.
TEST(Copy, IsInPiecesOnProcessorsWithoutOneInstruction) {
  if (copies_by_one_instruction) GTEST_SKIP() << "this processor has one";
  EXPECT_EQ(long_copies().ahead, LongCopy::in_pieces);
  EXPECT_EQ(long_copies().behind, LongCopy::in_pieces);
}

}  // namespace
}  // namespace allfold::system
