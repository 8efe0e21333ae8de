/// The parts of a staging area for which memory is allocated.
#include "node/area.hpp"

#include <gtest/gtest.h>

namespace allfold::node {
namespace {

TEST(Area, HasRoomForItsLongestPieces) {
  EXPECT_EQ(room_for(1 << 30), Area::piece_bytes);
  EXPECT_EQ(room_for(Area::piece_bytes), Area::piece_bytes);
  EXPECT_GT(Area::piece_bytes, room_for(8192));
  for (std::int64_t bytes = 1; bytes <= static_cast<std::int64_t>(Area::piece_bytes); ++bytes)
    ASSERT_GE(room_for(bytes), static_cast<std::size_t>(bytes));
}

// Where pages are longer than the shortest rooms.
TEST(Area, HasRoomsOfAtLeastAPage) {
  constexpr std::size_t long_page = std::size_t{64} << 10;
  EXPECT_EQ(room_for(1, 4096), std::size_t{16} << 10);
  EXPECT_EQ(room_for(1, long_page), long_page);
  EXPECT_EQ(room_for(long_page, long_page), long_page);
  EXPECT_EQ(room_for(long_page + 1, long_page), std::size_t{128} << 10);
}

// The memory of other ranks is not touched, and no page belongs to two parts.
TEST(Area, HasPartsThatLieInTheirPieceOrSlice) {
  constexpr std::size_t page = 4096;
  for (const std::int64_t bytes : {1, 16384, 16385, 65536, 65537, 131072, 131073}) {
    const std::size_t room = room_for(bytes);
    const auto parts = parts_of(room);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_piece = i < Area::cycles;
      const std::size_t number = i % Area::cycles;
      const std::size_t first = is_piece ? offsetof(Area, pieces) + number * Area::piece_bytes
                                         : offsetof(Area, slices) + number * Area::slice_bytes;
      EXPECT_EQ(parts[i].first, first) << room << ", " << i;
      EXPECT_EQ(parts[i].first % page, 0U) << room << ", " << i;
      EXPECT_EQ(parts[i].size % page, 0U) << room << ", " << i;
      EXPECT_GE(parts[i].size, is_piece ? room : room / 2) << room << ", " << i;
      EXPECT_LE(parts[i].size, is_piece ? Area::piece_bytes : Area::slice_bytes)
          << room << ", " << i;
    }
  }
}

}  // namespace
}  // namespace allfold::node
