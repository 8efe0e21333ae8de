// The positions in the cache of a communicator's decisions.
#include "mpi/memory/place.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace allfold::mpi::memory {
namespace {

using Key = std::array<std::uint64_t, 3>;
constexpr std::size_t places = 8;

/// The largest number of keys that share a position.
std::size_t most_in_a_place(const std::vector<Key>& keys) {
  std::vector<std::size_t> in_place(places);
  for (const Key& key : keys) ++in_place[place_of(key, places)];
  return *std::ranges::max_element(in_place);
}

// A key is a type, a count and a root.
constexpr std::uint64_t type = 0x7ffff7e3c1a0;

TEST(Place, OfLikeCountsDiffers) {
  for (const std::uint64_t step : {1, 2, 3, 8, 64, 1000, 4096}) {
    std::vector<Key> keys;
    for (std::uint64_t i = 1; i <= 64; ++i) keys.push_back({type, i * step, 0});
    EXPECT_LE(most_in_a_place(keys), 2 * keys.size() / places) << "multiples of " << step;
  }
}

TEST(Place, OfTypesAndRootsDiffers) {
  std::vector<Key> types;
  std::vector<Key> roots;
  for (std::uint64_t i = 0; i < 64; ++i) {
    types.push_back({type + 512 * i, 8, 0});
    roots.push_back({type, 8, i});
  }
  EXPECT_LE(most_in_a_place(types), 2 * types.size() / places);
  EXPECT_LE(most_in_a_place(roots), 2 * roots.size() / places);
}

TEST(Place, OfPowersOfTwoDiffers) {
  std::vector<Key> powers;
  for (int i = 0; i < 31; ++i) powers.push_back({type, std::uint64_t{1} << i, 0});
  EXPECT_LE(most_in_a_place(powers), 3 * powers.size() / places);
}

}  // namespace
}  // namespace allfold::mpi::memory
