#include "command/report/comparison.hpp"

#include <algorithm>
#include <map>

#include "command/report/names.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

/// A kind of calls in the runs of one side.
struct Calls {
  std::string name;
  Time time = {};
  std::map<std::string, double> seconds_by_algorithm = {};

  /// The algorithms in the order of descending seconds.
  [[nodiscard]] std::vector<std::string> served_by() const {
    std::vector<std::string> names;
    for (const auto& [algorithm, seconds] : seconds_by_algorithm) names.push_back(algorithm);
    std::ranges::stable_sort(names, std::ranges::greater(), [&](const std::string& algorithm) {
      return seconds_by_algorithm.at(algorithm);
    });
    return names;
  }
};

/// All native runs, or all runs with Allfold.
struct Side {
  int runs = 0;
  double seconds = 0;
  double set_up = 0;
  std::map<std::string, Calls> calls;

  void add(const profile::Profile& profile, const Measured& measured) {
    ++runs;
    seconds += of_a_rank(profile, profile.run.sum);
    for (const auto& [kind, sums] : profile.communicators)
      set_up += of_a_rank(profile, sums.set_up.sum);
    for (const auto& [key, sums] : profile.classes) {
      const Time time = time_of(profile, key, sums, measured);
      const std::string name = name_of_calls(key);
      Calls& own = calls.try_emplace(name, Calls{.name = name}).first->second;
      own.time.add(time);
      own.seconds_by_algorithm[algorithm_of(profile, key.kind)] += time.seconds;
    }
  }

  [[nodiscard]] std::vector<Calls> by_descending_seconds() const {
    std::vector<Calls> all;
    for (const auto& [name, each] : calls) all.push_back(each);
    std::ranges::stable_sort(all, std::ranges::greater(),
                             [](const Calls& each) { return each.time.seconds; });
    return all;
  }
};

/// The factor that extrapolates split seconds to all seconds, and to one run.
double scale_of(const Time& time, int runs) {
  const double split = time.seconds - time.not_split;
  return (split > 0 ? time.seconds / split : 1) / runs;
}

PredictedAndHad compared(const Side& of, const Calls& calls, const Side& with, const Calls& had) {
  const Time& native = calls.time;
  const double scale = scale_of(native, of.runs);
  PredictedAndHad row{.name = calls.name,
                      .native = native.rest * scale,
                      .predicted = {},
                      .had = had.time.rest * scale_of(had.time, with.runs),
                      .served_by = had.served_by()};
  if (native.judged > 0 && native.not_judged == 0)
    row.predicted = Range{.value = (native.rest - native.saved.value) * scale,
                          .low = (native.rest - native.saved.high) * scale,
                          .high = (native.rest - native.saved.low) * scale};
  return row;
}

/// The sum of the rows with a prediction, or of all rows if none has one.
PredictedAndHad total_of(const std::vector<PredictedAndHad>& rows) {
  const auto is_predicted = [](const PredictedAndHad& row) { return row.predicted.has_value(); };
  const bool is_any = std::ranges::any_of(rows, is_predicted);
  const bool is_all = std::ranges::all_of(rows, is_predicted);
  PredictedAndHad total;
  total.name = is_all || !is_any ? "all rows" : "all rows with a prediction";
  if (is_any) total.predicted = Range();
  for (const PredictedAndHad& row : rows) {
    if (is_any && !is_predicted(row)) continue;
    total.native += row.native;
    total.had += row.had;
    if (!is_any) continue;
    total.predicted->value += row.predicted->value;
    total.predicted->low += row.predicted->low;
    total.predicted->high += row.predicted->high;
  }
  return total;
}

Comparison comparison_of(const Side& native, const Side& allfold) {
  Comparison comparison{.rows = {},
                        .total = {},
                        .not_split = {},
                        .on_one_side = {},
                        .native_run = native.seconds / native.runs,
                        .allfold_run = allfold.seconds / allfold.runs,
                        .set_up = allfold.set_up / allfold.runs};
  for (const Calls& calls : native.by_descending_seconds()) {
    const auto found = allfold.calls.find(calls.name);
    if (found == allfold.calls.end())
      comparison.on_one_side.add(calls.time.seconds / native.runs);
    else if (!is_split(calls.time) || !is_split(found->second.time))
      comparison.not_split.add(calls.time.seconds / native.runs);
    else
      comparison.rows.push_back(compared(native, calls, allfold, found->second));
  }
  for (const auto& [name, calls] : allfold.calls)
    if (!native.calls.contains(name)) comparison.on_one_side.add(calls.time.seconds / allfold.runs);
  comparison.total = total_of(comparison.rows);
  return comparison;
}

/// Whether there are both native runs and runs with Allfold.
bool are_of_both_kinds(const std::vector<Run>& runs) {
  return std::ranges::any_of(runs, is_native) && !std::ranges::all_of(runs, is_native);
}

}  // namespace

bool is_native(const Run& run) { return run.profile.mode == "native"; }

std::string name_of_calls(const profile::ClassKey& key) {
  return text::format("{} {}, {}", schedule::name_of(key.kind.collective), name_of_size(key.kind),
                      name_of(key.communicator));
}

std::string difference_of(const std::vector<Run>& runs) {
  if (!are_of_both_kinds(runs)) return "";
  const profile::Profile& first = runs.front().profile;
  for (const Run& run : runs) {
    if (run.profile.program != first.program)
      return text::format("of {} and of {}", first.program, run.profile.program);
    if (run.profile.ranks != first.ranks)
      return text::format("of {} and of {}", name_of_ranks(first.ranks),
                          name_of_ranks(run.profile.ranks));
    if (run.profile.partial.empty() != first.partial.empty()) return "of whole and of partial runs";
  }
  return "";
}

std::optional<Comparison> comparison_of(const std::vector<Run>& runs, const Measured& measured) {
  if (!are_of_both_kinds(runs) || !difference_of(runs).empty()) return std::nullopt;
  Side native;
  Side allfold;
  for (const Run& run : runs) (is_native(run) ? native : allfold).add(run.profile, measured);
  return comparison_of(native, allfold);
}

}  // namespace allfold::command::report
