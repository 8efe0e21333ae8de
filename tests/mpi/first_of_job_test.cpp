// Which of a job's processes on a node reports what all of them would report. Each object here stands for a process:
// names are bound by one of them.
#include "mpi/user/first_of_job.hpp"

#include <gtest/gtest.h>

namespace allfold::mpi::user {
namespace {

TEST(FirstOfJob, IsOneProcessOnce) {
  FirstOfJob one("test-of-one");
  FirstOfJob other("test-of-one");
  EXPECT_TRUE(one.is_first());
  EXPECT_FALSE(one.is_first());
  EXPECT_FALSE(other.is_first());
  one.close();
  EXPECT_TRUE(other.is_first());
}

TEST(FewOfJob, AreThingsOfWhichEachIsReportedOnce) {
  FewOfJob one("test-of-few");
  FewOfJob other("test-of-few");
  EXPECT_TRUE(one.is_first(7, 0));
  EXPECT_FALSE(one.is_first(7, 2));
  EXPECT_FALSE(other.is_first(7, 2));
  EXPECT_FALSE(other.is_first(8, 0)) << "another thing has been reported before";
  EXPECT_TRUE(other.is_first(8, 1));
  EXPECT_FALSE(one.is_first(8, 2));
}

TEST(FewOfJob, AreAFew) {
  FewOfJob one("test-of-a-few");
  for (std::uint64_t thing = 0; thing < FewOfJob::most; ++thing)
    EXPECT_TRUE(one.is_first(thing, thing));
  EXPECT_FALSE(one.is_first(99, 1000));
  FewOfJob other("test-of-a-few");
  EXPECT_FALSE(other.is_first(99, 1000));
  one.close();
  EXPECT_TRUE(other.is_first(99, 0));
}

}  // namespace
}  // namespace allfold::mpi::user
