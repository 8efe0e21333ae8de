#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "command/try_out/text.hpp"
#include "try_out/attempts.hpp"

namespace allfold::command::try_out {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Subject subject{.command = "mpirun -n 4 ./solver", .runs = 3};

Calls native(double rest, double waiting) {
  return {.rest = rest, .waiting = waiting, .algorithm = "native", .reason = "ALLFOLD_MODE"};
}
Calls served(double rest, double waiting) { return {.rest = rest, .waiting = waiting}; }

Conclusion conclusion(const std::vector<Attempt>& attempts) {
  return conclusion_of(findings_of(attempts), subject);
}

TEST(Conclusion, AShorterRunIsToBeHadByAllfoldRun) {
  const Conclusion said = conclusion(three_each(10, {native(2, 0)}, 9, {served(1, 0)}));
  EXPECT_THAT(said.finding, HasSubstr("10 % shorter"));
  EXPECT_THAT(said.finding, HasSubstr("2.00 times as fast"));
  EXPECT_EQ(said.next, "allfold run -- mpirun -n 4 ./solver");
}

TEST(Conclusion, MoreThanAllReductionsIsNotSavedByThem) {
  const Conclusion said = conclusion(three_each(10, {native(0.3, 0.3)}, 9, {served(0.1, 0.3)}));
  EXPECT_THAT(said.finding, HasSubstr("but only 0.200 s of this is in reductions"));
  EXPECT_THAT(said.next, HasSubstr("--runs 10"));
}

TEST(Conclusion, ALongerRunIsTunedOnSeveralNodesWhereCallsGotSlower) {
  Findings findings = findings_of(three_each(10, {native(1, 0)}, 11, {served(2, 0)}));
  findings.nodes = 2;
  const Conclusion said = conclusion_of(findings, subject);
  EXPECT_THAT(said.finding, HasSubstr("10 % longer"));
  EXPECT_THAT(said.finding, HasSubstr("allreduce 1 KiB"));
  EXPECT_THAT(said.finding, HasSubstr("'allfold tune -o rules.json'"));
  EXPECT_EQ(said.next, "allfold try --rules rules.json -- mpirun -n 4 ./solver");
}

TEST(Conclusion, ALongerRunOnOneNodeNeedsARuleThatChoosesNative) {
  Findings findings = findings_of(three_each(10, {native(1, 0)}, 11, {served(2, 0)}));
  findings.nodes = 1;
  const Conclusion said = conclusion_of(findings, subject);
  EXPECT_THAT(said.finding, HasSubstr("allreduce 1 KiB"));
  EXPECT_THAT(said.finding, HasSubstr("a rule that chooses native for them"));
  EXPECT_THAT(said.finding, Not(HasSubstr("tune")));
  EXPECT_EQ(said.next, "allfold try --rules rules.json -- mpirun -n 4 ./solver");
}

TEST(Conclusion, FewReductionsAreNotWorthWhile) {
  const Conclusion said =
      conclusion(three_each(10, {native(0.05, 0.05)}, 10, {served(0.01, 0.05)}));
  EXPECT_EQ(said.finding, "Reductions are 1.0 % of the run: Allfold cannot help here.");
  EXPECT_THAT(said.next, IsEmpty());
}

TEST(Conclusion, WaitingIsImbalance) {
  const Conclusion said = conclusion(three_each(10, {native(0.1, 3)}, 10, {served(0.05, 3)}));
  EXPECT_THAT(said.finding, HasSubstr("waiting for late ranks"));
  EXPECT_THAT(said.finding, HasSubstr("imbalance"));
}

TEST(Conclusion, AFailureWithAllfoldComesFirst) {
  std::vector<Attempt> attempts = three_each(10, {native(2, 0)}, 9, {served(1, 0)});
  attempts.push_back(failed(ServedBy::allfold, 139));
  const Conclusion said = conclusion(attempts);
  EXPECT_EQ(said.finding, "The program fails with Allfold only: exit status 139 in 1 of 4 runs.");
  EXPECT_THAT(said.next, HasSubstr("ALLFOLD_NODE=0"));
}

TEST(Conclusion, AFailureWithoutAllfoldIsTheProgramsOwn) {
  EXPECT_EQ(conclusion({failed(ServedBy::native, 3)}).finding,
            "The program fails natively, too: exit status 3 in 1 of 1 runs.");
}

TEST(Conclusion, WithoutARunWithAllfoldItWasStopped) {
  EXPECT_EQ(conclusion({run_of(ServedBy::native, 10, {native(2, 0)})}).finding,
            "Stopped before a run with Allfold had ended.");
}

TEST(Conclusion, NoMoreRunsAreAdvisedThanThereCanBe) {
  const std::vector<Attempt> alike = three_each(10, {native(2, 0)}, 10, {served(1, 0)});
  EXPECT_THAT(conclusion_of(findings_of(alike), {.command = "x", .runs = 3}).next,
              HasSubstr("--runs 10"));
  EXPECT_THAT(conclusion_of(findings_of(alike), {.command = "x", .runs = 50}).next,
              HasSubstr("--runs 100"));
  EXPECT_EQ(conclusion_of(findings_of(alike), {.command = "x", .runs = 100}).next, "");
}

TEST(Conclusion, WithoutProfilesNothingIsKnown) {
  Findings findings = findings_of({failed(ServedBy::native, 0), failed(ServedBy::allfold, 0)});
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("no profile was written"));
  // The report of the checking run is missing for the same reason.
  findings.check = Check{.end = {.how = End::How::exited}, .outcome = {}, .has_usual_end = true};
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("no profile was written"));
}

TEST(Conclusion, AProgramWithoutReductionsCannotBeHelped) {
  EXPECT_THAT(conclusion(three_each(10, {}, 10, {})).finding,
              HasSubstr("No reduction reached Allfold"));
}

TEST(Conclusion, CallsThatAreNotServedHaveAReason) {
  const Conclusion said = conclusion(three_each(10, {native(2, 0)}, 10, {native(2, 0)}));
  EXPECT_THAT(said.finding, HasSubstr("serves 0 of 1000 calls of a run: ALLFOLD_MODE"));
}

TEST(Conclusion, AMismatchIsSaidWhateverIsFaster) {
  Findings findings = findings_of(three_each(10, {native(2, 0)}, 9, {served(1, 0)}));
  findings.check = Check{.end = {.how = End::How::exited},
                         .outcome = comparison::Outcome{.calls = 420, .mismatches = 2},
                         .has_usual_end = true};
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("In 2 of 420 calls"));
  findings.check->outcome->mismatches = 0;
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("shorter"));
  findings.check->has_usual_end = false;
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("The run of --check failed"));
  findings.check->outcome.reset();
  EXPECT_THAT(conclusion_of(findings, subject).finding, HasSubstr("no report"));
}

TEST(Conclusion, TheTextHasTwelveLinesAtMost) {
  Findings findings = findings_of(three_each(10, {native(1, 1)}, 11, {served(2, 1)}));
  findings.check = Check{.end = {.how = End::How::exited},
                         .outcome = comparison::Outcome{.calls = 420, .mismatches = 2},
                         .has_usual_end = true};
  const std::string text = text_of(findings, subject);
  EXPECT_LE(std::ranges::count(text, '\n'), 12) << text;
  EXPECT_THAT(text, HasSubstr("solver, 4 ranks, Open MPI v4.1.4: 3 runs each way"));
}

}  // namespace
}  // namespace allfold::command::try_out
