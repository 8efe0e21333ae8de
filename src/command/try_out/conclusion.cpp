/// @file The conclusion of `allfold try`: the first finding that applies, ordered by importance.
#include <algorithm>
#include <cmath>

#include "command/try_out/text.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::try_out {

namespace {

using text::rounded_ratio;
using text::rounded_seconds;
using text::rounded_share;

/// Reductions that take a smaller share of a run are not worth optimising.
constexpr double little = 0.02;

/// A command with more runs, or "" if their number cannot be raised.
std::string more_runs(const Subject& subject) {
  constexpr int usual = 10;
  const int more = std::min(std::max(usual, 3 * subject.runs), most_runs);
  return more > subject.runs ? text::format("allfold try --runs {} -- {}", more, subject.command)
                             : "";
}

/// For example "exit status 7 in 1 of 3 runs, signal 9 in 2 of 3 runs".
std::string text_of(const std::vector<Ends>& ends, int runs) {
  std::string text;
  for (const Ends& each : ends) {
    const bool is_status = each.text.find_first_not_of("0123456789") == std::string::npos;
    text += text::format("{}{}{} in {} of {} runs", text.empty() ? "" : ", ",
                         is_status ? "exit status " : "", each.text, each.runs, runs);
  }
  return text;
}

Conclusion of_failure(const Findings& findings, const Subject& subject) {
  return {
      .finding =
          text::format("The program fails with Allfold only: {}.",
                       text_of(findings.failures_with_allfold_only(), findings.allfold.runs)),
      .next = text::format("ALLFOLD_NODE=0 allfold run -- {}   (and report it)", subject.command)};
}

Conclusion of_check(const Findings& findings, const Subject& subject) {
  const Check& check = *findings.check;
  const std::string compare = text::format("allfold run --compare -- {}", subject.command);
  if (check.outcome && check.outcome->mismatches > 0)
    return {.finding = text::format(
                "In {} of {} calls the native result or Allfold's is wrong. The next command saves "
                "the inputs of these calls for 'allfold replay'.",
                check.outcome->mismatches, check.outcome->calls),
            .next = compare};
  return {.finding = text::format("The run of --check failed: {}{}.", text_of_failure(check.end),
                                  check.outcome ? "" : ", no report of compared calls"),
          .next = compare};
}

/// The conclusion if no run of one kind counts, or none has a profile.
Conclusion of_no_profile(const Findings& findings, const Subject& subject) {
  const Side& native = findings.native;
  if ((native.runs > 0 && native.seconds.empty()) || (!native.is_usual_success() && !native.time))
    return {.finding = text::format("The program fails natively, too: {}.",
                                    text_of(native.ends, native.runs)),
            .next = subject.command};
  if (findings.allfold.runs == 0)
    return {.finding = "Stopped before a run with Allfold had ended.", .next = ""};
  if (!findings.profile_problem.empty())
    return {.finding = text::format("The reductions are not known: {}.", findings.profile_problem),
            .next = ""};
  return {
      .finding =
          "The reductions are not known: no profile was written. Either the program does not call "
          "MPI_Init and MPI_Finalize, or rank 0 ran on a node without this folder (name another "
          "one by --keep FOLDER).",
      .next = "allfold doctor PROGRAM"};
}

Conclusion of_slower(const Findings& findings, const Subject& subject) {
  const double native = findings.native.median();
  const double lost = findings.allfold.median() - native;
  std::string finding =
      text::format("The run is {} longer with Allfold", rounded_share(lost, native));
  if (findings.slower.empty())
    return {.finding =
                findings.allfold.time->seconds <= findings.native.time->seconds
                    ? finding + ", but reductions are not; the cause may be chance or other load."
                    : finding + "; these runs do not show which calls are slower.",
            .next = more_runs(subject)};
  // On one node the differences that tuning measures are mostly chance.
  const std::string_view remedy =
      findings.nodes == 1
          ? "Write a rule that chooses native for them (docs/reference/rules.md), and try with it."
          : "Measure these nodes by 'allfold tune -o rules.json', and try with its rules.";
  return {.finding = text::format("{}. The calls that lose most: {}. {}", finding,
                                  findings.slower.front().calls, remedy),
          .next = text::format("allfold try --rules rules.json -- {}", subject.command)};
}

Conclusion of_not_served(const Findings& findings) {
  return {.finding = text::format("Allfold serves {:.0f} of {:.0f} calls of a run: {}.",
                                  findings.calls - findings.calls_not_served(), findings.calls,
                                  findings.not_served.front().reason),
          .next = "allfold doctor PROGRAM"};
}

/// For example "are 2.31 times as fast"; "" if waiting and the rest are not split.
std::string speed_text(const Findings& findings) {
  const auto speed = findings.speed();
  constexpr double alike = 0.05;
  if (!speed) return "";
  if (std::abs(*speed - 1) < alike) return "are as fast";
  return *speed > 1 ? text::format("are {} times as fast", rounded_ratio(*speed))
                    : text::format("take {} times as long", rounded_ratio(1 / *speed));
}

Conclusion of_shorter(const Findings& findings, const Subject& subject) {
  const double saved = findings.native.median() - findings.allfold.median();
  const double in_reductions = findings.native.time->seconds - findings.allfold.time->seconds;
  const std::string shorter = text::format("The run is {} shorter with Allfold",
                                           rounded_share(saved, findings.native.median()));
  // Faster reductions can shorten other waits for messages or processors, but not by this much.
  if (saved > 2 * in_reductions)
    return {.finding = text::format(
                "{}, but only {} of this is in reductions; the cause may be chance or other load.",
                shorter, rounded_seconds(std::max(in_reductions, 0.0))),
            .next = more_runs(subject)};
  const std::string speed = speed_text(findings);
  return {.finding = speed.empty()
                         ? shorter + "."
                         : text::format("{}. Without waiting, reductions {}.", shorter, speed),
          .next = text::format("allfold run -- {}", subject.command)};
}

Conclusion of_times(const Findings& findings, const Subject& subject) {
  using Difference = Findings::Difference;
  const report::Time& native = *findings.native.time;
  const double run = findings.native.run;
  if (findings.difference == Difference::faster) return of_shorter(findings, subject);
  if (native.seconds < little * run)
    return {.finding = text::format("Reductions are {} of the run: Allfold cannot help here.",
                                    rounded_share(native.seconds, run)),
            .next = ""};
  if (native.waiting > native.seconds / 2 && native.rest + native.not_split < little * run)
    return {.finding =
                "Most of the time in reductions is waiting for late ranks, which no algorithm "
                "saves: look for load imbalance. The page shows in which calls ranks wait.",
            .next = text::format("allfold try --html page.html -- {}", subject.command)};
  const std::string speed = speed_text(findings);
  std::string finding =
      speed.empty()
          ? text::format("Reductions are {} of the run", rounded_share(native.seconds, run))
          : text::format(
                "Without waiting, reductions take {} of the native run, and {} with Allfold",
                rounded_share(native.rest, run), speed);
  finding += findings.difference == Difference::too_few_runs
                 ? ". These are too few runs to tell whether the run is shorter."
                 : ". The run time did not change beyond run-to-run variation.";
  return {.finding = finding, .next = more_runs(subject)};
}

}  // namespace

Conclusion conclusion_of(const Findings& findings, const Subject& subject) {
  if (!findings.failures_with_allfold_only().empty()) return of_failure(findings, subject);
  const bool has_profiles = findings.native.time && findings.allfold.time;
  // Where no profile arrives, a report of compared calls cannot be expected either.
  if (findings.check && !findings.check->is_good() && (findings.check->outcome || has_profiles))
    return of_check(findings, subject);
  if (!has_profiles) return of_no_profile(findings, subject);
  if (findings.calls == 0)
    return {.finding = "No reduction reached Allfold: it cannot help.",
            .next = "allfold doctor PROGRAM   (if the program calls them)"};
  if (findings.difference == Findings::Difference::slower) return of_slower(findings, subject);
  if (findings.calls_not_served() > findings.calls / 2) return of_not_served(findings);
  return of_times(findings, subject);
}

}  // namespace allfold::command::try_out
