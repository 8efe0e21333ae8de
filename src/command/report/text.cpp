#include "command/report/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "command/measure/format.hpp"
#include "command/tables.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::report {

namespace {

std::string seconds(double value) { return text::rounded_seconds(value); }

std::string share(double part, double whole) {
  return whole > 0 ? text::format("{:.1f} %", 100 * part / whole) : "–";
}

std::string range(const Range& value) {
  return text::format("{} to {}", seconds(value.low), seconds(value.high));
}

/// Seconds of a part; "–" if the class is not split at all.
std::string split(double value, const Time& time) {
  return time.seconds > 0 && time.not_split >= time.seconds ? "–" : seconds(value);
}

std::string headline_of(const Run& run) {
  const profile::Profile& of = run.profile;
  std::string text =
      text::format("{}: {} on {} rank{}", run.file, of.program, of.ranks, of.ranks == 1 ? "" : "s");
  if (of.nodes > 0) text += text::format(" of {} node{}", of.nodes, of.nodes == 1 ? "" : "s");
  text += text::format(", {}{}\n", of.mpi, of.mode == "native" ? ", native run" : "");
  if (!of.partial.empty())
    text += text::format("  partial, of {} rank{}: {}\n", of.ranks_observed,
                         of.ranks_observed == 1 ? "" : "s", of.partial);
  if (of.merged_calls > 0)
    text += text::format("  {} calls are merged, because there were too many classes\n",
                         of.merged_calls);
  return text;
}

std::string sums_of(const Account& account) {
  const Time& all = account.total;
  std::vector<std::vector<std::string>> rows{
      {"a rank on average", "time", "of the run"},
      {"run", seconds(account.run), ""},
      {"reductions", seconds(all.seconds), share(all.seconds, account.run)},
      {"- waiting for late ranks", seconds(all.waiting), share(all.waiting, account.run)},
      {"- the rest", seconds(all.rest), share(all.rest, account.run)}};
  if (all.not_split > 0)
    rows.push_back({"- not split", seconds(all.not_split), share(all.not_split, account.run)});
  return table(rows, TableStyle::terminal);
}

std::string savings_of(const Account& account, const std::vector<Run>& runs,
                       const Measured& measured) {
  const Time& all = account.total;
  const int ranks = runs.front().profile.ranks;
  if (all.calls == 0) return "The profile contains no reductions.\n";
  if (std::ranges::none_of(account.by_algorithm,
                           [](const Entry& entry) { return entry.name == "native"; }))
    return text::format(
        "Allfold served all of these calls. To see what it saves, profile a native run, too, and "
        "report again:\n    allfold run --native --profile native.json -- mpirun -n {} {}\n    "
        "allfold report native.json {}\n",
        ranks, runs.front().profile.program, runs.front().file);
  if (!measured.is_there())
    return text::format(
        "What Allfold would save is unknown, because this machine was not measured. Measure it, "
        "and report again:\n    mpirun -n {} allfold tune -o rules.json\n    allfold report {} "
        "--rules rules.json\n",
        ranks, runs.front().file);
  std::string text;
  if (all.judged > 0)
    text = text::format(
        "Prediction from {}: of {} in native calls without waiting, Allfold would save {} ({}), "
        "which is {} of the run.\n",
        measured.source(), seconds(all.judged), seconds(all.saved.value), range(all.saved),
        share(all.saved.value, account.run));
  else
    text = text::format("No prediction: {} contains no measurements that fit the native calls.\n",
                        measured.source());
  if (all.not_judged > 0)
    text += text::format("No prediction for {} in other native calls.\n", seconds(all.not_judged));
  text += caution_of(measured);
  for (const std::string& place : account.not_measured)
    text += text::format("On {}, some lengths of vectors were not measured.\n", place);
  return text + "Waiting is caused by load imbalance of the program; no algorithm saves it.\n";
}

std::vector<std::string> row_of(const std::string& name, const Time& time, const Account& account,
                                const Measured& measured) {
  std::vector<std::string> row{name,
                               text::format("{:.0f}", time.calls),
                               seconds(time.seconds),
                               share(time.seconds, account.run),
                               split(time.waiting, time),
                               split(time.rest, time)};
  if (!measured.is_there()) return row;
  const bool is_known = time.judged > 0;
  row.push_back(is_known ? seconds(time.saved.value) : "–");
  row.push_back(is_known ? range(time.saved) : "");
  return row;
}

/// Entries that do not fit are summed up in a last row.
std::string table_of(const std::string& title, const std::vector<Entry>& entries,
                     const Account& account, const Measured& measured) {
  if (entries.empty()) return "";
  constexpr std::size_t most = 20;
  std::vector<std::vector<std::string>> rows{
      {title, "calls", "time", "of the run", "waiting", "the rest"}};
  if (measured.is_there()) rows.front().insert(rows.front().end(), {"saved", "from – to"});
  const std::size_t shown = std::min(most, entries.size());
  for (std::size_t i = 0; i < shown; ++i)
    rows.push_back(row_of(entries[i].name, entries[i].time, account, measured));
  Time others;
  for (std::size_t i = shown; i < entries.size(); ++i) others.add(entries[i].time);
  if (shown < entries.size())
    rows.push_back(
        row_of(text::format("{} more", entries.size() - shown), others, account, measured));
  return text::format("\n{}", table(rows, TableStyle::terminal));
}

std::vector<std::string> row_of(const PredictedAndHad& row) {
  return {row.name,
          seconds(row.native),
          row.predicted ? seconds(row.predicted->value) : "–",
          row.predicted ? range(*row.predicted) : "",
          seconds(row.had),
          text::format("{}", fmt::join(row.served_by, ", "))};
}

std::string table_of(const Comparison& comparison) {
  if (comparison.rows.empty()) return "";
  std::vector<std::vector<std::string>> rows{{"without waiting, in one run", "native", "predicted",
                                              "from – to", "with Allfold", "served by"}};
  for (const PredictedAndHad& row : comparison.rows) rows.push_back(row_of(row));
  rows.push_back(row_of(comparison.total));
  return text::format("\n{}", table(rows, TableStyle::terminal));
}

/// What the runs with Allfold saved or lost in the compared calls.
std::string had_text(const Comparison& comparison) {
  if (comparison.rows.empty()) return "";
  const double saved = comparison.total.native - comparison.total.had;
  return text::format("In the compared calls Allfold {} {}, {} of a native run.\n",
                      saved < 0 ? "lost" : "saved", seconds(std::abs(saved)),
                      share(std::abs(saved), comparison.native_run));
}

/// For example "Not compared: 2 kinds of calls (1.000 s of a rank in a native run): ...", or "".
std::string left_out_text(const LeftOut& left_out, std::string_view run, std::string_view why) {
  if (left_out.kinds == 0) return "";
  return text::format("Not compared: {} of calls ({} of a rank in {}): {}.\n",
                      measure::counted(left_out.kinds, "kind"), seconds(left_out.seconds), run,
                      why);
}

std::string comparison_text(const Comparison& comparison) {
  const PredictedAndHad& total = comparison.total;
  std::string text = text::format("{}\n", table_of(comparison));
  if (total.predicted)
    text += text::format(
        "Predicted saving: {} ({} of the native time). Measured saving: {} ({}).\n",
        seconds(total.native - total.predicted->value),
        share(total.native - total.predicted->value, total.native),
        seconds(total.native - total.had), share(total.native - total.had, total.native));
  text += left_out_text(comparison.not_split, "a native run",
                        "more than 5 % of their time is not split");
  text += left_out_text(comparison.on_one_side, "a run",
                        "made only in native runs, or only in runs with Allfold");
  return text +
         text::format(
             "A native run took {}, a run with Allfold {}, of which {} to set up communicators.\n",
             seconds(comparison.native_run), seconds(comparison.allfold_run),
             seconds(comparison.set_up));
}

}  // namespace

std::string text_of(const Account& account, const std::vector<Run>& runs,
                    const Measured& measured) {
  std::string text;
  for (const Run& run : runs) text += headline_of(run);
  if (account.comparison)
    text +=
        "\nTimes are those of native runs. The comparison with runs with Allfold is at the end.\n";
  text += text::format("\n{}\n{}", sums_of(account), savings_of(account, runs, measured));
  if (account.comparison) text += had_text(*account.comparison);
  const auto add = [&](const std::string& title, const std::vector<Entry>& entries) {
    text += table_of(title, entries, account, measured);
  };
  add("collective", account.by_collective);
  add("length of vectors", account.by_size);
  add("communicator", account.by_communicator);
  add("served by", account.by_algorithm);
  add("called from", account.by_site);
  if (account.comparison) text += comparison_text(*account.comparison);
  if (!account.not_compared.empty())
    text += text::format(
        "\nNative runs are not compared with the others, because the profiles are {}; all times "
        "are added up.\n",
        account.not_compared);
  return text;
}

}  // namespace allfold::command::report
