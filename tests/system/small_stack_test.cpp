#include "system/small_stack.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace allfold::system {
namespace {

/// The thread-local variables of a program can be larger than a small stack.
thread_local std::array<char, std::size_t{1} << 20> of_thread = {};

void* use_stack(void* used) {
  std::array<volatile char, std::size_t{96} << 10> local;
  std::ranges::fill(local, char{1});
  std::ranges::fill(of_thread, char{2});
  *static_cast<bool*>(used) = local.back() == 1 && of_thread.back() == 2;
  return nullptr;
}

TEST(SmallStack, HoldsAThreadBesideThreadLocalVariables) {
  const SmallStack stack;
  pthread_t thread = {};
  bool used = false;
  ASSERT_EQ(pthread_create(&thread, stack.attributes(), &use_stack, &used), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  EXPECT_TRUE(used);
}

TEST(SmallStack, IsSmall) {
  const SmallStack stack;
  if (stack.attributes() == nullptr) GTEST_SKIP() << "the C library does not say what it needs";
  std::size_t bytes = 0;
  ASSERT_EQ(pthread_attr_getstacksize(stack.attributes(), &bytes), 0);
  EXPECT_LE(bytes, sizeof of_thread + (std::size_t{512} << 10));
}

}  // namespace
}  // namespace allfold::system
