/// How a slot is laid out for the processors of this architecture.
#include "node/slot.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <memory>
#include <set>

#include "system/platform.hpp"
#include "system/processor.hpp"

namespace allfold::node {
namespace {

/// Bytes of a cache line of this processor; 0 if the system does not tell.
std::size_t cache_line_here() {
#if defined(__aarch64__)
  std::uint64_t cache_type = 0;
  asm("mrs %0, ctr_el0" : "=r"(cache_type));
  // The exponent of the number of 4-byte words in the shortest line of all data caches.
  return std::size_t{4} << (cache_type >> 16U & 0xFU);
#else
  const long bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
#endif
}

TEST(Slot, HasFlagsThatShareNoCacheLine) {
  const std::size_t line = cache_line_here();
  if (line == 0) GTEST_SKIP() << "the system does not tell the length of its cache lines";
  const auto slot = std::make_unique<Slot>();
  const auto line_of = [&](const void* at) { return reinterpret_cast<std::uintptr_t>(at) / line; };
  const std::array<const void*, 12> flags{&slot->own[0], &slot->own[1],      &slot->of_all[0],
                                          &slot->lent,   &slot->trials.told, &slot->trials.heard,
                                          &slot->done,   &slot->waiting_in,  &slot->joined,
                                          &slot->able,   &slot->torn_in,     &slot->departed};
  std::set<std::uintptr_t> lines;
  for (const void* flag : flags) lines.insert(line_of(flag));
  EXPECT_EQ(lines.size(), flags.size());
  EXPECT_EQ(sizeof(Slot) % line, 0U) << "the next slot begins in a line of its own";
}

template <class T>
concept CanBeShared = requires {
  typename system::Shared<T>;
};

// A lock of std::atomic is one of each process, and excludes no other process.
TEST(SharedVariables, HaveNoLock) {
  static_assert(CanBeShared<std::uint64_t> && CanBeShared<int>);
  static_assert(!CanBeShared<std::array<std::uint64_t, 4>>);
}

}  // namespace
}  // namespace allfold::node
