/// The names in file names that identify processes.
#include "system/process_name.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace allfold::system {
namespace {

TEST(ProcessName, has_program_host_and_number) {
  EXPECT_EQ(process_name(), std::string(program_invocation_short_name) + '-' + host_name() + '-' +
                                std::to_string(getpid()));
}

TEST(ProcessName, is_that_of_a_file) {
  std::string own = "a/solver";
  char* const before = std::exchange(program_invocation_short_name, own.data());
  EXPECT_TRUE(process_name().starts_with("a_solver-"));
  program_invocation_short_name = before;
}

}  // namespace
}  // namespace allfold::system
