#include "command/try_out/findings.hpp"

#include <algorithm>

#include "command/report/comparison.hpp"
#include "command/try_out/chance.hpp"
#include "tuning/median.hpp"

namespace allfold::command::try_out {

namespace {

/// Smaller losses, as shares of a run, are not listed.
constexpr double least_loss = 0.005;

/// The median over all runs of the value that `part` returns for a run.
template <class Part>
double median_of(const std::vector<report::Account>& accounts, Part part) {
  std::vector<double> values;
  values.reserve(accounts.size());
  for (const report::Account& account : accounts) values.push_back(part(account));
  return tuning::median(values).median;
}

void add_times(const std::vector<report::Run>& runs, Side& side) {
  if (runs.empty()) return;
  std::vector<report::Account> accounts;
  accounts.reserve(runs.size());
  for (const report::Run& run : runs) accounts.push_back(report::account_of({run}, {}));
  const auto of_time = [&](double report::Time::*part) {
    return median_of(accounts, [&](const report::Account& each) { return each.total.*part; });
  };
  report::Time& time = side.time.emplace();
  time.calls = of_time(&report::Time::calls);
  time.waiting = of_time(&report::Time::waiting);
  time.rest = of_time(&report::Time::rest);
  time.not_split = of_time(&report::Time::not_split);
  time.seconds = time.waiting + time.rest + time.not_split;
  side.run = median_of(accounts, [](const report::Account& each) { return each.run; });
}

void add_end(const End& end, Side& side) {
  ++side.runs;
  const std::string text = text_of(end);
  const auto known = std::ranges::find(side.ends, text, &Ends::text);
  if (known != side.ends.end())
    ++known->runs;
  else
    side.ends.push_back({.text = text, .runs = 1});
}

Side side_of(const std::vector<Attempt>& all, const std::vector<Attempt>& that_count, ServedBy by) {
  Side side;
  for (const Attempt& attempt : all)
    if (attempt.served_by == by && attempt.end.how != End::How::stopped) add_end(attempt.end, side);
  for (const Attempt& attempt : that_count)
    if (attempt.served_by == by) side.seconds.push_back(attempt.end.seconds);
  add_times(profiles_of(that_count, by), side);
  return side;
}

/// The exit status of most native runs; 0 if there are none.
int usual_status(const std::vector<Attempt>& attempts) {
  std::map<int, int> runs;
  for (const Attempt& attempt : attempts)
    if (attempt.served_by == ServedBy::native && attempt.end.how == End::How::exited)
      ++runs[attempt.end.status];
  const auto most =
      std::ranges::max_element(runs, {}, [](const auto& each) { return each.second; });
  return most == runs.end() ? 0 : most->first;
}

Findings::Difference difference_of(const Side& native, const Side& allfold) {
  using Difference = Findings::Difference;
  if (!could_differ(native.seconds.size(), allfold.seconds.size())) return Difference::too_few_runs;
  if (!differ_by_more_than_chance({{.native = native.seconds, .allfold = allfold.seconds}}).front())
    return Difference::none;
  return allfold.median() < native.median() ? Difference::faster : Difference::slower;
}

/// A kind of calls, with its seconds in each run.
struct Kind {
  std::string name;
  RunByRun seconds;
};

/// The kinds that all runs make, and that take long enough in some run, native or with Allfold, for a
/// relevant loss. Both are looked at, since the selection must not depend on the result of the test.
std::vector<Kind> kinds_in(const std::vector<Attempt>& attempts, double least) {
  const std::vector<report::Run> native = profiles_of(attempts, ServedBy::native);
  const std::vector<report::Run> allfold = profiles_of(attempts, ServedBy::allfold);
  const std::size_t pairs = std::min(native.size(), allfold.size());
  std::map<std::string, RunByRun> all;
  for (std::size_t i = 0; i < pairs; ++i)
    if (const auto pair = report::comparison_of({native[i], allfold[i]}, {}))
      for (const report::PredictedAndHad& row : pair->rows) {
        all[row.name].native.push_back(row.native);
        all[row.name].allfold.push_back(row.had);
      }
  std::vector<Kind> kinds;
  for (const auto& [name, seconds] : all)
    if (seconds.native.size() == pairs &&
        std::max(std::ranges::max(seconds.native), std::ranges::max(seconds.allfold)) >= least)
      kinds.push_back({.name = name, .seconds = seconds});
  return kinds;
}

std::vector<Slower> slower_in(const std::vector<Attempt>& attempts, double run) {
  const std::vector<Kind> kinds = kinds_in(attempts, least_loss * run);
  std::vector<RunByRun> seconds;
  seconds.reserve(kinds.size());
  for (const Kind& kind : kinds) seconds.push_back(kind.seconds);
  const std::vector<bool> differ = differ_by_more_than_chance(seconds);
  std::vector<Slower> slower;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const Slower each{.calls = kinds[i].name,
                      .native = tuning::median(seconds[i].native).median,
                      .allfold = tuning::median(seconds[i].allfold).median};
    if (each.allfold - each.native >= least_loss * run && differ[i]) slower.push_back(each);
  }
  std::ranges::stable_sort(slower, std::ranges::greater(),
                           [](const Slower& each) { return each.allfold - each.native; });
  return slower;
}

/// Counts the calls per run.
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
  findings.nodes = profile.nodes;
  findings.is_of_one_rank =
      profile.ranks_observed == 1 && profile.ranks > 1 && !profile.classes.empty();
}

}  // namespace

std::vector<Attempt> counted(const std::vector<Attempt>& attempts) {
  const int usual = usual_status(attempts);
  std::vector<Attempt> that_count;
  for (const Attempt& attempt : attempts)
    if (attempt.end.how == End::How::exited && attempt.end.status == usual &&
        !attempt.end.was_paused)
      that_count.push_back(attempt);
  return that_count;
}

std::vector<report::Run> profiles_of(const std::vector<Attempt>& attempts,
                                     std::optional<ServedBy> by) {
  std::vector<report::Run> runs;
  for (const Attempt& attempt : attempts)
    if (attempt.profile && (!by || attempt.served_by == *by)) runs.push_back(*attempt.profile);
  return runs;
}

double Side::median() const { return tuning::median(seconds).median; }

bool Side::is_usual_success() const {
  const auto most = std::ranges::max_element(ends, {}, &Ends::runs);
  return most != ends.end() && most->text == "0";
}

std::optional<double> Findings::speed() const {
  if (!native.time || !allfold.time) return std::nullopt;
  for (const report::Time& time : {*native.time, *allfold.time})
    if (!report::is_split(time) || time.rest <= 0) return std::nullopt;
  return native.time->rest / allfold.time->rest;
}

double Findings::calls_not_served() const {
  double sum = 0;
  for (const NotServed& each : not_served) sum += each.calls;
  return sum;
}

bool Findings::is_end_of_native_run(const std::string& end) const {
  return std::ranges::find(native.ends, end, &Ends::text) != native.ends.end();
}

std::vector<Ends> Findings::failures_with_allfold_only() const {
  std::vector<Ends> failures;
  if (native.runs == 0) return failures;
  for (const Ends& each : allfold.ends)
    if (each.text != "0" && !is_end_of_native_run(each.text)) failures.push_back(each);
  return failures;
}

Findings findings_of(const std::vector<Attempt>& attempts) {
  const std::vector<Attempt> that_count = counted(attempts);
  Findings findings;
  findings.native = side_of(attempts, that_count, ServedBy::native);
  findings.allfold = side_of(attempts, that_count, ServedBy::allfold);
  findings.difference = difference_of(findings.native, findings.allfold);
  for (const Attempt& attempt : attempts)
    if (!attempt.profile_problem.empty()) findings.profile_problem = attempt.profile_problem;
  const std::vector<report::Run> all = profiles_of(that_count);
  if (all.empty()) return findings;
  describe(all.front().profile, findings);
  if (const std::vector<report::Run> allfold = profiles_of(that_count, ServedBy::allfold);
      !allfold.empty())
    count_calls(allfold, findings);
  findings.account = report::account_of(all, {});
  findings.slower = slower_in(that_count, findings.native.run);
  return findings;
}

}  // namespace allfold::command::try_out
