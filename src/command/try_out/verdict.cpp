/// @file What a try-out comes to: the first that applies, by how much it matters.
#include <algorithm>
#include <cmath>

#include "command/try_out/text.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::try_out {

namespace {

using text::rounded_share;

/// Below this share of a run reductions are no reason to do anything.
constexpr double little = 0.02;

Verdict of_failure(const Findings& findings, const Subject& subject) {
  std::string ends;
  for (const std::string& end : findings.allfold.ends)
    if (std::ranges::find(findings.native.ends, end) == findings.native.ends.end())
      ends += (ends.empty() ? "" : ", ") + end;
  return {.finding = text::format("The program fails with Allfold only: {}.", ends),
          .next = text::format("see which of these helps, and report it: ALLFOLD_MODE=native or "
                               "ALLFOLD_NODE=0, before allfold run -- {}",
                               subject.command)};
}

Verdict of_check(const Check& check, const Subject& subject) {
  if (!check.outcome)
    return {.finding = text::format("The checking run did not report: it ended with {}.",
                                    text_of(check.end)),
            .next = text::format("allfold run --compare -- {}", subject.command)};
  return {.finding = text::format("In {} of {} calls the native result or Allfold's is wrong.",
                                  check.outcome->mismatches, check.outcome->calls),
          .next = text::format("allfold run --compare -- {} saves their inputs; see allfold replay",
                               subject.command)};
}

Verdict of_no_profile(const Findings& findings, const Subject& subject) {
  if (!findings.native.ends.empty() && findings.native.ends != std::vector<std::string>{"0"})
    return {.finding = text::format("The program fails without Allfold, too: {}.",
                                    findings.native.ends.front()),
            .next = text::format("check whether this works: {}", subject.command)};
  return {.finding =
              text::format("Nothing is known of its reductions: no profile was written{}{}.",
                           findings.profile_problem.empty() ? "" : ": ", findings.profile_problem),
          .next =
              "allfold doctor PROGRAM; if rank 0 ran on a node without this folder: --keep FOLDER, "
              "in a folder that all nodes share"};
}

Verdict of_slower(const Findings& findings, const Subject& subject) {
  const double native = findings.native.median();
  const double lost = findings.allfold.median() - native;
  std::string finding =
      text::format("The run is {} slower with Allfold.", rounded_share(lost, native));
  if (findings.slower.empty())
    return {.finding = finding + " Its reductions are not.",
            .next = text::format("allfold try --runs 10 -- {}", subject.command)};
  return {.finding = text::format("{} Slower are: {}.", finding, findings.slower.front().calls),
          .next = text::format("mpirun -n {} allfold tune -o rules.json, then allfold try --rules "
                               "rules.json -- {}",
                               findings.ranks, subject.command)};
}

Verdict of_not_served(const Findings& findings) {
  return {.finding = text::format("Allfold serves {:.0f} of {:.0f} calls of a run: {}.",
                                  findings.calls - findings.calls_not_served(), findings.calls,
                                  findings.not_served.front().reason),
          .next = "allfold doctor PROGRAM"};
}

/// "2.3 times as fast as", or "as fast as".
std::string speed_of_rest(const Findings& findings) {
  const double native = findings.native.time->rest;
  const double allfold = findings.allfold.time->rest;
  constexpr double alike = 0.05;
  if (native <= 0 || allfold <= 0 || std::abs(native / allfold - 1) < alike) return "as fast as";
  return native > allfold ? text::format("{:.1f} times as fast as", native / allfold)
                          : text::format("{:.1f} times as slow as", allfold / native);
}

Verdict of_times(const Findings& findings, const Subject& subject) {
  using Difference = Findings::Difference;
  const report::Time& native = *findings.native.time;
  const double run = findings.native.run;
  if (findings.difference == Difference::faster) {
    const double saved = findings.native.median() - findings.allfold.median();
    const std::string shorter = text::format("The run is {} shorter with Allfold",
                                             rounded_share(saved, findings.native.median()));
    if (saved > native.seconds)
      return {.finding = text::format("{}, which is more than its reductions take ({}): chance, or "
                                      "another load of the machine.",
                                      shorter, rounded_share(native.seconds, run)),
              .next = text::format("allfold try --runs 10 -- {}", subject.command)};
    return {.finding = text::format("{}. Without waiting, reductions are {} native ones.", shorter,
                                    speed_of_rest(findings)),
            .next = text::format("allfold run -- {}", subject.command)};
  }
  if (native.seconds < little * run)
    return {.finding = text::format("Reductions are {} of the run: Allfold cannot help here.",
                                    rounded_share(native.seconds, run)),
            .next = ""};
  if (native.waiting > native.seconds / 2 && native.rest < little * run)
    return {.finding =
                "Most of the time in reductions is waiting for late ranks: no algorithm saves it.",
            .next = "look for imbalance: the page of --html FILE says in which calls ranks wait"};
  const std::string finding =
      text::format("Without waiting, reductions are {} native ones, and natively {} of the run",
                   speed_of_rest(findings), rounded_share(native.rest, run));
  if (findings.difference == Difference::too_few_runs)
    return {.finding = finding + ". So few runs do not tell whether the run is shorter.",
            .next = text::format("allfold try --runs 5 -- {}", subject.command)};
  return {.finding = finding + ". The run time stays within its variation.",
          .next = text::format("allfold try --runs 10 -- {}", subject.command)};
}

}  // namespace

Verdict verdict_of(const Findings& findings, const Subject& subject) {
  if (findings.fails_with_allfold_only()) return of_failure(findings, subject);
  if (findings.check && !findings.check->is_good()) return of_check(*findings.check, subject);
  if (!findings.native.time || !findings.allfold.time) return of_no_profile(findings, subject);
  if (findings.calls == 0)
    return {.finding = "No MPI_Allreduce and no MPI_Reduce was seen: Allfold cannot help.",
            .next = "allfold doctor PROGRAM, if it should make some"};
  if (findings.difference == Findings::Difference::slower) return of_slower(findings, subject);
  if (findings.calls_not_served() > findings.calls / 2) return of_not_served(findings);
  return of_times(findings, subject);
}

}  // namespace allfold::command::try_out
