/// The names in file names that identify processes.
#include "system/process_name.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
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

/// Sets the variables of batch systems for one test; empty values count as unset.
class NameOfFile : public testing::Test {
 protected:
  void SetUp() override { set("", "", ""); }
  void TearDown() override { set("", "", ""); }
  static void set(const char* slurm, const char* pbs, const char* lsf) {
    setenv("SLURM_JOB_ID", slurm, 1);
    setenv("PBS_JOBID", pbs, 1);
    setenv("LSB_JOBID", lsf, 1);
  }
};

TEST_F(NameOfFile, has_the_number_of_the_job) {
  set("4711", "", "");
  EXPECT_EQ(named_for_job("of-%j/%j.json"), "of-4711/4711.json");
  set("", "12[3].server.example", "");
  EXPECT_EQ(named_for_job("%j"), "12[3]");
  set("", "", "../5");
  EXPECT_EQ(job_number().find('/'), std::string::npos);
}

TEST_F(NameOfFile, has_that_of_the_process_without_a_job) {
  EXPECT_EQ(named_for_job("a%j"), 'a' + std::to_string(getpid()));
}

TEST_F(NameOfFile, is_kept_without_the_mark) {
  EXPECT_EQ(named_for_job("100%/%%/%J%"), "100%/%%/%J%");
}

}  // namespace
}  // namespace allfold::system
