// Which of a job's processes on a node reports what all of them would report. Each object here stands for a process:
// names are bound by one of them.
#include "mpi/user/first_of_job.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace allfold::mpi::user {
namespace {

/// Names are those of a machine: this process has its own.
std::string own(const std::string& name) { return name + std::to_string(getpid()); }

TEST(FirstOfJob, IsOneProcessOnce) {
  const std::string name = own("test-of-one");
  FirstOfJob one(name);
  FirstOfJob other(name);
  EXPECT_TRUE(one.is_first());
  EXPECT_FALSE(one.is_first());
  EXPECT_FALSE(other.is_first());
  one.close();
  EXPECT_TRUE(other.is_first());
}

TEST(FewOfJob, AreThingsOfWhichEachIsReportedOnce) {
  const std::string name = own("test-of-few");
  FewOfJob one(name);
  FewOfJob other(name);
  EXPECT_TRUE(one.is_first(7, 0));
  EXPECT_FALSE(one.is_first(7, 2));
  EXPECT_FALSE(other.is_first(7, 2));
  EXPECT_FALSE(other.is_first(8, 0)) << "another thing has been reported before";
  EXPECT_TRUE(other.is_first(8, 1));
  EXPECT_FALSE(one.is_first(8, 2));
}

TEST(FewOfJob, AreAFew) {
  const std::string name = own("test-of-a-few");
  FewOfJob one(name);
  for (std::uint64_t thing = 0; thing < FewOfJob::most; ++thing)
    EXPECT_TRUE(one.is_first(thing, thing));
  EXPECT_FALSE(one.is_first(99, 1000));
  FewOfJob other(name);
  EXPECT_FALSE(other.is_first(99, 1000));
  one.close();
  EXPECT_TRUE(other.is_first(99, 0));
}

TEST(FewOfJob, MayBeReportedAgainIfTheyAreForgotten) {
  const std::string name = own("test-of-forgotten");
  FewOfJob one(name);
  FewOfJob other(name);
  EXPECT_TRUE(one.is_first(7, 0));
  one.forget(8);
  EXPECT_FALSE(other.is_first(7, 1));
  one.forget(7);
  EXPECT_FALSE(other.is_first(7, 0)) << "one of the few has been reported before";
  EXPECT_TRUE(other.is_first(7, 1));
  EXPECT_FALSE(one.is_first(7, 2));
}

}  // namespace
}  // namespace allfold::mpi::user
