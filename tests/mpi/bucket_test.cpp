// The buckets of the cache of a communicator's decisions.
#include "mpi/memory/bucket.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace allfold::mpi::memory {
namespace {

using Key = std::array<std::uint64_t, 3>;
constexpr std::size_t buckets = 8;

/// The largest number of keys that share a bucket.
std::size_t most_in_a_bucket(const std::vector<Key>& keys) {
  std::vector<std::size_t> in_bucket(buckets);
  for (const Key& key : keys) ++in_bucket[bucket_of(key, buckets)];
  return *std::ranges::max_element(in_bucket);
}

// A key is a type, a count and a root.
constexpr std::uint64_t type = 0x7ffff7e3c1a0;

TEST(Bucket, OfLikeCountsDiffers) {
  for (const std::uint64_t step : {1, 2, 3, 8, 64, 1000, 4096}) {
    std::vector<Key> keys;
    for (std::uint64_t i = 1; i <= 64; ++i) keys.push_back({type, i * step, 0});
    EXPECT_LE(most_in_a_bucket(keys), 2 * keys.size() / buckets) << "multiples of " << step;
  }
}

TEST(Bucket, OfTypesAndRootsDiffers) {
  std::vector<Key> types;
  std::vector<Key> roots;
  for (std::uint64_t i = 0; i < 64; ++i) {
    types.push_back({type + 512 * i, 8, 0});
    roots.push_back({type, 8, i});
  }
  EXPECT_LE(most_in_a_bucket(types), 2 * types.size() / buckets);
  EXPECT_LE(most_in_a_bucket(roots), 2 * roots.size() / buckets);
}

TEST(Bucket, OfPowersOfTwoDiffers) {
  std::vector<Key> powers;
  for (int i = 0; i < 31; ++i) powers.push_back({type, std::uint64_t{1} << i, 0});
  EXPECT_LE(most_in_a_bucket(powers), 3 * powers.size() / buckets);
}

}  // namespace
}  // namespace allfold::mpi::memory
