// The cache of decisions, choices and programs.
#include "mpi/memory/lru_cache.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>

#include "mpi/memory/bucket.hpp"

namespace allfold::mpi::memory {
namespace {

struct Hash {
  std::size_t operator()(int key) const {
    return mixed(std::array<std::uint64_t, 1>{static_cast<std::uint64_t>(key)});
  }
};
struct AllAlike {
  std::size_t operator()(int /*key*/) const { return 0; }
};

template <class Hash>
using CachedInts = LruCache<int, std::unique_ptr<int>, Hash>;

/// Looks up all values in each round, in a scattered order; returns the number of misses.
template <class Hash>
int misses(CachedInts<Hash>& kept, int values, int rounds) {
  int misses = 0;
  for (int i = 0; i < values * rounds; ++i) {
    const int key = i * 7919 % values;
    const std::unique_ptr<int>* found = kept.find(key);
    if (found == nullptr) {
      ++misses;
      kept.keep(key, std::make_unique<int>(3 * key), 500);
      found = kept.find(key);
    }
    EXPECT_EQ(**found, 3 * key);
  }
  return misses;
}

TEST(LruCache, ThousandsByTurnsAreMissedOnce) {
  CachedInts<Hash> kept(std::size_t{8} << 20);
  EXPECT_EQ(misses(kept, 4096, 3), 4096);
  EXPECT_EQ(kept.size(), 4096U);
}

TEST(LruCache, TakesNoMoreThanItsBound) {
  constexpr std::size_t most = 64 << 10;
  CachedInts<Hash> kept(most);
  for (int key = 0; key < 10000; ++key) {
    kept.keep(key, std::make_unique<int>(key), 500);
    ASSERT_LE(kept.bytes(), most);
    ASSERT_NE(kept.find(key), nullptr);
  }
  EXPECT_GT(kept.size(), most / 1000);
}

TEST(LruCache, WhatWasUsedLongestAgoGoesFirst) {
  CachedInts<Hash> kept(64 << 10);
  for (int key = 0; key < 50; ++key) kept.keep(key, std::make_unique<int>(key), 500);
  for (int key = 50; key < 5000; ++key) {
    for (int used = 0; used < 10; ++used) ASSERT_NE(kept.find(used), nullptr) << key;
    kept.keep(key, std::make_unique<int>(key), 500);
  }
  EXPECT_EQ(kept.find(20), nullptr);
  EXPECT_EQ(kept.find(4000), nullptr);
  EXPECT_NE(kept.find(4999), nullptr);
}

TEST(LruCache, OneThatIsTooLargeStaysUntilTheNext) {
  CachedInts<Hash> kept(4096);
  kept.keep(1, std::make_unique<int>(1), 100);
  kept.keep(2, std::make_unique<int>(2), 100000);
  EXPECT_EQ(kept.find(1), nullptr);
  EXPECT_NE(kept.find(2), nullptr);
  kept.keep(3, std::make_unique<int>(3), 100);
  EXPECT_EQ(kept.find(2), nullptr);
  EXPECT_NE(kept.find(3), nullptr);
}

TEST(LruCache, ANewValueTakesThePlaceOfTheFormerOne) {
  CachedInts<AllAlike> kept(4096);
  for (int value = 0; value < 10; ++value) {
    kept.keep(1, std::make_unique<int>(value), 10);
    kept.keep(2, std::make_unique<int>(-value), 10);
  }
  EXPECT_EQ(kept.size(), 2U);
  EXPECT_EQ(**kept.find(1), 9);
  EXPECT_EQ(**kept.find(2), -9);
}

TEST(LruCache, KeysOfOneBucketAreDistinguished) {
  CachedInts<AllAlike> kept(std::size_t{1} << 20);
  EXPECT_EQ(misses(kept, 100, 3), 100);
}

TEST(LruCache, IsEmptyOnceCleared) {
  CachedInts<Hash> kept(std::size_t{1} << 20);
  static_cast<void>(misses(kept, 100, 1));
  kept.clear();
  EXPECT_EQ(kept.find(5), nullptr);
  EXPECT_EQ(kept.bytes(), 0U);
  EXPECT_EQ(misses(kept, 100, 2), 100);
}

}  // namespace
}  // namespace allfold::mpi::memory
