#include "system/copy.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace allfold::system {
namespace {

constexpr std::byte untouched{0xa5};

std::byte value_at(std::size_t place) { return std::byte(place * 7 + place / 251); }

TEST(Copy, BringsEveryByteAndNoOther) {
  constexpr std::size_t margin = 64;
  for (const std::size_t bytes : {0, 1, 8, 2047, 2048, 2049, 4096, 6145, 100'003}) {
    for (const std::size_t shift : {0, 1, 16}) {
      std::vector<std::byte> from(bytes + shift);
      for (std::size_t i = 0; i < bytes; ++i) from[shift + i] = value_at(i);
      std::vector<std::byte> into(bytes + 2 * margin, untouched);
      system::copy(into.data() + margin, from.data() + shift, bytes);
      for (std::size_t i = 0; i < into.size(); ++i) {
        const bool is_inside = i >= margin && i < margin + bytes;
        ASSERT_EQ(into[i], is_inside ? value_at(i - margin) : untouched)
            << bytes << " bytes, byte " << i;
      }
    }
  }
}

TEST(Copy, AsksForShortPiecesWhereOneInstructionIsSlow) {
  EXPECT_EQ(most_bytes_at_once("AuthenticAMD"), most_bytes_of_short_copy);
  EXPECT_EQ(most_bytes_at_once("HygonGenuine"), most_bytes_of_short_copy);
  EXPECT_EQ(most_bytes_at_once("GenuineIntel"), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(most_bytes_at_once(""), std::numeric_limits<std::size_t>::max());
}

}  // namespace
}  // namespace allfold::system
