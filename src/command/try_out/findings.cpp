#include "command/try_out/findings.hpp"

#include <algorithm>

#include "command/report/comparison.hpp"
#include "command/try_out/rank_sum.hpp"
#include "tuning/median.hpp"

namespace allfold::command::try_out {

namespace {

/// A loss of less than this share of a run is not worth a line.
constexpr double least_loss = 0.005;

Side side_of(const std::vector<Attempt>& attempts, Way way) {
  Side side;
  for (const Attempt& attempt : attempts) {
    if (attempt.way != way || attempt.end.how == End::How::stopped) continue;
    ++side.runs;
    const std::string end = text_of(attempt.end);
    if (std::ranges::find(side.ends, end) == side.ends.end()) side.ends.push_back(end);
    if (attempt.end.how == End::How::exited) side.seconds.push_back(attempt.end.seconds);
  }
  const std::vector<report::Run> runs = profiles_of(attempts, way);
  if (runs.empty()) return side;
  const report::Account account = report::account_of(runs, {});
  const double share = 1.0 / static_cast<double>(runs.size());
  side.time.emplace().add(account.total, share);
  side.run = account.run * share;
  return side;
}

Findings::Difference difference_of(const Side& native, const Side& allfold) {
  using Difference = Findings::Difference;
  if (!could_differ(native.seconds.size(), allfold.seconds.size())) return Difference::too_few_runs;
  if (!differ_by_more_than_chance(native.seconds, allfold.seconds)) return Difference::none;
  return allfold.median() < native.median() ? Difference::faster : Difference::slower;
}

/// Of one kind of calls, run by run.
struct RunByRun {
  std::vector<double> native;
  std::vector<double> allfold;
};

std::vector<Slower> slower_in(const std::vector<Attempt>& attempts, double run) {
  const std::vector<report::Run> native = profiles_of(attempts, Way::native);
  const std::vector<report::Run> allfold = profiles_of(attempts, Way::allfold);
  std::map<std::string, RunByRun> kinds;
  for (std::size_t i = 0; i < std::min(native.size(), allfold.size()); ++i)
    if (const auto pair = report::comparison_of({native[i], allfold[i]}, {}))
      for (const report::PredictedAndHad& row : pair->rows) {
        kinds[row.name].native.push_back(row.native);
        kinds[row.name].allfold.push_back(row.had);
      }
  std::vector<Slower> slower;
  for (const auto& [name, times] : kinds) {
    const Slower each{.calls = name,
                      .native = tuning::median(times.native).median,
                      .allfold = tuning::median(times.allfold).median};
    if (each.allfold - each.native >= least_loss * run &&
        differ_by_more_than_chance(times.native, times.allfold))
      slower.push_back(each);
  }
  std::ranges::stable_sort(slower, std::ranges::greater(),
                           [](const Slower& each) { return each.allfold - each.native; });
  return slower;
}

/// Per run.
void count_calls(const std::vector<report::Run>& runs, Findings& findings) {
  const double share = 1.0 / static_cast<double>(runs.size());
  std::map<std::string, double> by_reason;
  for (const report::Run& run : runs)
    for (const auto& [key, sums] : run.profile.classes) {
      const double calls = static_cast<double>(sums.calls) * share;
      findings.calls += calls;
      if (key.kind.algorithm == "native") by_reason[key.kind.reason] += calls;
    }
  for (const auto& [reason, calls] : by_reason)
    if (calls > 0) findings.not_served.push_back({.reason = reason, .calls = calls});
  std::ranges::stable_sort(findings.not_served, std::ranges::greater(), &NotServed::calls);
}

void describe(const profile::Profile& profile, Findings& findings) {
  findings.program = profile.program;
  findings.mpi = profile.mpi;
  findings.ranks = profile.ranks;
  findings.is_of_one_rank = profile.ranks_observed == 1 && profile.ranks > 1;
}

}  // namespace

std::vector<report::Run> profiles_of(const std::vector<Attempt>& attempts, std::optional<Way> way) {
  std::vector<report::Run> runs;
  for (const Attempt& attempt : attempts)
    if (attempt.profile && (!way || attempt.way == *way)) runs.push_back(*attempt.profile);
  return runs;
}

double Side::median() const { return tuning::median(seconds).median; }

double Findings::calls_not_served() const {
  double sum = 0;
  for (const NotServed& each : not_served) sum += each.calls;
  return sum;
}

bool Findings::fails_with_allfold_only() const {
  return native.runs > 0 && std::ranges::any_of(allfold.ends, [&](const std::string& end) {
           return std::ranges::find(native.ends, end) == native.ends.end();
         });
}

Findings findings_of(const std::vector<Attempt>& attempts) {
  Findings findings;
  findings.native = side_of(attempts, Way::native);
  findings.allfold = side_of(attempts, Way::allfold);
  findings.difference = difference_of(findings.native, findings.allfold);
  const std::vector<report::Run> all = profiles_of(attempts);
  const std::vector<report::Run> allfold = profiles_of(attempts, Way::allfold);
  for (const Attempt& attempt : attempts)
    if (!attempt.profile_problem.empty()) findings.profile_problem = attempt.profile_problem;
  if (all.empty()) return findings;
  describe(all.front().profile, findings);
  if (!allfold.empty()) count_calls(allfold, findings);
  findings.account = report::account_of(all, {});
  findings.slower = slower_in(attempts, findings.native.run);
  return findings;
}

}  // namespace allfold::command::try_out
