#include "system/loaded_object.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

namespace allfold::testing {
namespace {

using system::object_of;

const int of_program = 1;

TEST(LoadedObject, IsTheLibraryThatAFunctionIsIn) {
  void* const function = dlsym(RTLD_DEFAULT, "qsort");
  Dl_info expected = {};
  ASSERT_NE(dladdr(function, &expected), 0);
  EXPECT_TRUE(std::filesystem::equivalent(object_of(function).file, expected.dli_fname));
}

TEST(LoadedObject, IsTheProgramForWhatIsInIt) {
  EXPECT_STREQ(object_of(&of_program).file, "/proc/self/exe");
  EXPECT_NE(object_of(&of_program).base, object_of(dlsym(RTLD_DEFAULT, "qsort")).base);
}

TEST(LoadedObject, IsNoneForOtherMemory) {
  const int on_stack = 1;
  EXPECT_EQ(object_of(&on_stack).base, nullptr);
  EXPECT_EQ(object_of(nullptr).base, nullptr);
  EXPECT_STREQ(object_of(nullptr).file, "");
}

}  // namespace
}  // namespace allfold::testing
