// When a rank that waits long reports it.
#include <gtest/gtest.h>

#include <vector>

#include "node/notice_schedule.hpp"

namespace allfold::node {
namespace {

using namespace std::chrono_literals;

/// The seconds after which a rank gives its notices of a wait that began at 7 s.
std::vector<std::chrono::seconds> notices_on(int rank) {
  NoticeSchedule schedule(rank);
  schedule.begin(7s);
  std::vector<std::chrono::seconds> seconds;
  for (std::chrono::seconds now = 0s; now < 200s; now += 1s)
    while (const auto notice = schedule.due(7s + now)) {
      EXPECT_EQ(notice->waited, now);
      EXPECT_EQ(notice->number, seconds.size());
      seconds.push_back(now);
    }
  return seconds;
}

using Seconds = std::vector<std::chrono::seconds>;

TEST(NoticeSchedule, RankZeroReportsFirst) {
  EXPECT_EQ(notices_on(0), (Seconds{10s, 30s, 90s}));
  EXPECT_EQ(notices_on(1), (Seconds{12s, 32s, 92s}));
  EXPECT_EQ(notices_on(13), (Seconds{15s, 35s, 95s}));
}

TEST(NoticeSchedule, KnowsWhenTheNextNoticeIsDue) {
  NoticeSchedule schedule(0, 5s);
  EXPECT_EQ(schedule.next(), 15s);
  EXPECT_FALSE(schedule.due(15s - 1ns));
  EXPECT_TRUE(schedule.due(15s));
  EXPECT_EQ(schedule.next(), 35s);
  EXPECT_TRUE(schedule.due(1000s)) << "the second one is late";
  EXPECT_TRUE(schedule.due(1000s)) << "the third one, too";
  EXPECT_FALSE(schedule.due(1000s));
  EXPECT_EQ(schedule.next(), std::chrono::nanoseconds::max());
}

TEST(NoticeSchedule, BeginsAgain) {
  NoticeSchedule schedule(0);
  EXPECT_TRUE(schedule.due(100s));
  schedule.begin(100s);
  EXPECT_FALSE(schedule.due(109s));
  EXPECT_EQ(schedule.due(110s)->number, 0U);
}

}  // namespace
}  // namespace allfold::node
