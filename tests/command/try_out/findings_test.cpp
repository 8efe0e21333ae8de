#include "command/try_out/findings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "try_out/attempts.hpp"

namespace allfold::command::try_out {
namespace {

using testing::ElementsAre;
using Difference = Findings::Difference;

const Calls slow{.rest = 0.6, .waiting = 0.4, .algorithm = "native", .reason = "ALLFOLD_MODE"};
const Calls fast{.rest = 0.2, .waiting = 0.4};

TEST(Findings, AreOfARankInOneRun) {
  const Findings findings = findings_of(three_each(10, {slow}, 9, {fast}));
  EXPECT_EQ(findings.program, "solver");
  EXPECT_EQ(findings.ranks, ranks);
  EXPECT_NEAR(findings.native.run, 10.01, 1e-9);
  EXPECT_NEAR(findings.native.time->seconds, 1, 1e-9);
  EXPECT_NEAR(findings.native.time->waiting, 0.4, 1e-9);
  EXPECT_NEAR(findings.allfold.time->rest, 0.2, 1e-9);
  EXPECT_NEAR(findings.calls, 1000, 1e-9);
  EXPECT_THAT(findings.not_served, ElementsAre());
  ASSERT_EQ(findings.native.ends.size(), 1);
  EXPECT_EQ(findings.native.ends.front().text, "0");
  EXPECT_EQ(findings.native.ends.front().runs, 3);
}

TEST(Findings, WholeRunsDifferWhereTheirRangesDoNotMeet) {
  EXPECT_EQ(findings_of(three_each(10, {slow}, 9, {fast})).difference, Difference::faster);
  EXPECT_EQ(findings_of(three_each(10, {slow}, 11, {fast})).difference, Difference::slower);
  EXPECT_EQ(findings_of(three_each(10, {slow}, 10.001, {fast})).difference, Difference::none);
  std::vector<Attempt> two = three_each(10, {slow}, 1, {fast});
  two.resize(4);
  EXPECT_EQ(findings_of(two).difference, Difference::too_few_runs);
}

TEST(Findings, CallsThatGotSlowerByMoreThanChanceAreNamed) {
  const Calls short_ones{.rest = 0.1, .size_class = 4};
  const Calls longer{.rest = 0.3, .size_class = 4};
  const Findings findings = findings_of(three_each(10, {slow, short_ones}, 10, {fast, longer}));
  ASSERT_EQ(findings.slower.size(), 1);
  EXPECT_EQ(findings.slower.front().calls, "allreduce 8 B – 16 B, MPI_COMM_WORLD (4 ranks)");
  EXPECT_NEAR(findings.slower.front().native, 0.1, 1e-9);
  EXPECT_NEAR(findings.slower.front().allfold, 0.3, 1e-9);
}

// A tenth of a millisecond in a run of ten seconds is no reason to tune.
TEST(Findings, ALossThatDoesNotMatterIsNotNamed) {
  const Calls before{.rest = 0.0002, .size_class = 4};
  const Calls after{.rest = 0.0003, .size_class = 4};
  EXPECT_THAT(findings_of(three_each(10, {slow, before}, 10, {fast, after})).slower, ElementsAre());
}

TEST(Findings, CallsThatTheMpiLibraryServesAreCountedByTheirReasons) {
  const Calls types{.calls = 30, .algorithm = "native", .reason = "a type", .size_class = 3};
  const Calls tools{.calls = 50, .algorithm = "native", .reason = "a tool", .size_class = 5};
  const Findings findings = findings_of(three_each(10, {slow}, 9, {fast, types, tools}));
  ASSERT_EQ(findings.not_served.size(), 2);
  EXPECT_EQ(findings.not_served[0].reason, "a tool");
  EXPECT_NEAR(findings.not_served[0].calls, 50, 1e-9);
  EXPECT_NEAR(findings.calls_not_served(), 80, 1e-9);
  EXPECT_NEAR(findings.calls, 1080, 1e-9);
}

TEST(Findings, AFailureIsAllfoldsWhereNoNativeRunEndsLikeThat) {
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  attempts.push_back(failed(ServedBy::allfold, 139));
  EXPECT_EQ(findings_of(attempts).failures_with_allfold_only().size(), 1);
  attempts.push_back(failed(ServedBy::native, 139));
  EXPECT_THAT(findings_of(attempts).failures_with_allfold_only(), ElementsAre());
}

TEST(Findings, ToWorkWithAllfoldIsNoFailure) {
  EXPECT_THAT(findings_of({failed(ServedBy::native, 1), failed(ServedBy::allfold, 0)})
                  .failures_with_allfold_only(),
              ElementsAre());
}

TEST(Findings, RunsThatFailedDoNotCount) {
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  for (const ServedBy by : {ServedBy::native, ServedBy::allfold}) {
    attempts.push_back(run_of(by, 0.1, {Calls{.rest = 0.01}}));
    attempts.back().end.status = 134;
  }
  const Findings findings = findings_of(attempts);
  EXPECT_EQ(findings.allfold.runs, 4);
  EXPECT_EQ(findings.allfold.seconds.size(), 3);
  EXPECT_NEAR(findings.native.time->rest, 0.6, 1e-9);
  EXPECT_NEAR(findings.calls, 1000, 1e-9);
}

TEST(Findings, ARunThatWasPausedDoesNotCount) {
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  attempts.push_back(run_of(ServedBy::allfold, 100, {fast}));
  attempts.back().end.was_paused = true;
  EXPECT_EQ(findings_of(attempts).allfold.seconds.size(), 3);
}

TEST(Findings, OneDisturbedRunDoesNotChangeTheTimes) {
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  attempts.push_back(run_of(ServedBy::native, 10, {Calls{.rest = 500}}));
  EXPECT_NEAR(findings_of(attempts).native.time->rest, 0.6, 1e-9);
}

TEST(Findings, WithoutASplitThereIsNoSpeed) {
  EXPECT_NEAR(*findings_of(three_each(10, {slow}, 9, {fast})).speed(), 3, 1e-9);
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  for (Attempt& attempt : attempts)
    if (attempt.served_by == ServedBy::allfold)
      for (auto& [key, sums] : attempt.profile->profile.classes) {
        sums.known_seconds = 0;
        sums.waiting = sums.rest = {};
      }
  EXPECT_FALSE(findings_of(attempts).speed());
}

TEST(Findings, ARunThatWasStoppedDoesNotCount) {
  std::vector<Attempt> attempts = three_each(10, {slow}, 9, {fast});
  attempts.push_back(run_of(ServedBy::allfold, 1, {Calls{.calls = 10, .rest = 500}}));
  attempts.back().end.how = End::How::stopped;
  const Findings findings = findings_of(attempts);
  EXPECT_EQ(findings.allfold.runs, 3);
  EXPECT_NEAR(findings.allfold.time->rest, 0.2, 1e-9);
  EXPECT_THAT(findings.failures_with_allfold_only(), ElementsAre());
}

}  // namespace
}  // namespace allfold::command::try_out
