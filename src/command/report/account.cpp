#include "command/report/account.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "command/report/names.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

/// Allfold saves nothing of what it does not serve, and of what it serves already.
bool is_native(const profile::Kind& kind) { return kind.algorithm == "native"; }

std::optional<Question> question_of(const profile::ClassKey& key, const profile::ClassSums& sums) {
  if (key.kind.operation == "user-defined" || key.kind.type == "user-defined" || sums.calls == 0 ||
      key.kind.size_class == profile::Kind::any_size)
    return std::nullopt;
  return Question{.collective = key.kind.collective,
                  .ranks = key.communicator.ranks,
                  .ranks_per_node = key.communicator.ranks_per_node,
                  .bytes = static_cast<double>(sums.bytes) / static_cast<double>(sums.calls)};
}

/// Of so many seconds, if calls are so many times as fast.
Range saved_of(double seconds, const tuning::Median& ratio) {
  const auto saved = [&](double times) { return seconds * (1 - 1 / times); };
  return {.value = saved(ratio.value), .low = saved(ratio.low), .high = saved(ratio.high)};
}

/// The sums of seconds were rounded in different orders.
double not_split_of(const profile::ClassSums& sums) {
  constexpr double rounding = 1e-9;
  const double left = sums.seconds.sum - sums.known_seconds;
  return left > rounding * sums.seconds.sum ? left : 0;
}

Time time_of(const profile::ClassKey& key, const profile::ClassSums& sums, double ranks,
             const Measured& measured) {
  Time time{.calls = static_cast<double>(sums.calls),
            .bytes = static_cast<double>(sums.bytes),
            .seconds = sums.seconds.sum / ranks,
            .waiting = sums.waiting.sum / ranks,
            .rest = sums.rest.sum / ranks,
            .not_split = not_split_of(sums) / ranks,
            .saved = {}};
  if (!is_native(key.kind)) return time;
  // A rank alone has nobody to exchange anything with.
  const auto question = question_of(key, sums);
  const auto ratio = question ? measured.ratio(*question) : std::nullopt;
  if (ratio) {
    time.judged = time.rest;
    time.saved = saved_of(time.rest, *ratio);
  } else {
    time.not_judged = time.rest;
  }
  return time;
}

/// By their names.
class Entries {
 public:
  void add(std::string name, Common common, const Time& time) {
    Entry& entry = entries_[name];
    if (entry.name.empty())
      entry = {.name = std::move(name), .common = std::move(common), .time = {}};
    entry.time.add(time);
  }

  [[nodiscard]] const Entry* find(const std::string& name) const {
    const auto found = entries_.find(name);
    return found == entries_.end() ? nullptr : &found->second;
  }

  /// By descending seconds.
  [[nodiscard]] std::vector<Entry> in_order() const {
    std::vector<Entry> entries;
    for (const auto& [name, entry] : entries_) entries.push_back(entry);
    std::ranges::stable_sort(entries, std::ranges::greater(),
                             [](const Entry& entry) { return entry.time.seconds; });
    return entries;
  }

 private:
  std::map<std::string, Entry> entries_;
};

/// What calls are in both runs, whatever served them.
std::string name_of_calls(const profile::ClassKey& key) {
  return text::format("{} {}, {}", schedule::name_of(key.kind.collective), name_of_size(key.kind),
                      name_of(key.communicator));
}

/// Of one kind of runs.
struct Side {
  int runs = 0;
  double seconds = 0;
  double set_up = 0;
  Entries calls;

  void add(const Run& run, const Measured& measured) {
    const auto ranks = static_cast<double>(std::max<std::uint64_t>(run.profile.ranks_observed, 1));
    ++runs;
    seconds += run.profile.run.sum / ranks;
    for (const auto& [kind, sums] : run.profile.communicators) set_up += sums.set_up.sum / ranks;
    for (const auto& [key, sums] : run.profile.classes)
      calls.add(name_of_calls(key), {}, time_of(key, sums, ranks, measured));
  }
};

PredictedAndHad compared(std::string name, const Time& native, const Time& allfold, const Side& of,
                         const Side& with) {
  const auto each = static_cast<double>(of.runs);
  PredictedAndHad row{.name = std::move(name),
                      .native = native.rest / each,
                      .predicted = {},
                      .had = allfold.rest / static_cast<double>(with.runs)};
  if (native.judged > 0 && native.not_judged == 0)
    row.predicted = Range{.value = (native.rest - native.saved.value) / each,
                          .low = (native.rest - native.saved.high) / each,
                          .high = (native.rest - native.saved.low) / each};
  return row;
}

/// Of the rows with a prediction; of all, if there is none.
PredictedAndHad total_of(const std::vector<PredictedAndHad>& rows) {
  const auto is_predicted = [](const PredictedAndHad& row) { return row.predicted.has_value(); };
  const bool is_any = std::ranges::any_of(rows, is_predicted);
  const bool is_all = std::ranges::all_of(rows, is_predicted);
  PredictedAndHad total;
  total.name = is_all || !is_any ? "all of these" : "all that are predicted";
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
                        .native_run = native.seconds / native.runs,
                        .allfold_run = allfold.seconds / allfold.runs,
                        .set_up = allfold.set_up / allfold.runs};
  for (const Entry& entry : native.calls.in_order()) {
    const Entry* had = allfold.calls.find(entry.name);
    // Of what is not split nobody knows how much is waiting.
    if (had == nullptr || entry.time.not_split > 0 || had->time.not_split > 0) continue;
    comparison.rows.push_back(compared(entry.name, entry.time, had->time, native, allfold));
  }
  comparison.total = total_of(comparison.rows);
  return comparison;
}

/// Why runs are not to be compared: what they are of; "" if they are alike.
std::string difference_of(const std::vector<Run>& runs) {
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

/// Compares native runs, if there are any, with others, if there are any.
void compare(const std::vector<Run>& runs, const Measured& measured, Account& account) {
  Side native;
  Side allfold;
  for (const Run& run : runs) (run.profile.mode == "native" ? native : allfold).add(run, measured);
  if (native.runs == 0 || allfold.runs == 0) return;
  account.not_compared = difference_of(runs);
  if (account.not_compared.empty()) account.comparison = comparison_of(native, allfold);
}

/// The tables of an account, as they fill.
struct Tables {
  Entries collectives;
  Entries sizes;
  Entries sizes_and_ranks;
  Entries communicators;
  Entries algorithms;
  Entries sites;
  Entries classes;
  SiteNames site_names;

  void add(const profile::ClassKey& key, const Time& time) {
    const profile::Kind& kind = key.kind;
    const std::string size = name_of_size(kind);
    const int ranks = key.communicator.ranks;
    const std::string site = key.site.object.empty() ? "" : site_names.of(key.site);
    collectives.add(std::string(schedule::name_of(kind.collective)),
                    {.collective = kind.collective}, time);
    sizes.add(size, {.size_class = kind.size_class}, time);
    sizes_and_ranks.add(text::format("{} on {}", size, name_of_ranks(ranks)),
                        {.size_class = kind.size_class, .ranks = ranks}, time);
    communicators.add(name_of(key.communicator), {.communicator = key.communicator}, time);
    algorithms.add(kind.algorithm, {.algorithm = kind.algorithm}, time);
    if (!site.empty()) sites.add(site, {.site = site}, time);
    classes.add(text::format("{}, {} of {}, {}{}{}", name_of_calls(key), kind.operation, kind.type,
                             kind.algorithm, site.empty() ? "" : ", ", site),
                {.collective = kind.collective,
                 .size_class = kind.size_class,
                 .ranks = ranks,
                 .communicator = key.communicator,
                 .operation = kind.operation,
                 .type = kind.type,
                 .algorithm = kind.algorithm,
                 .site = site},
                time);
  }
};

}  // namespace

void Time::add(const Time& other) {
  calls += other.calls;
  bytes += other.bytes;
  seconds += other.seconds;
  waiting += other.waiting;
  rest += other.rest;
  not_split += other.not_split;
  judged += other.judged;
  not_judged += other.not_judged;
  saved.value += other.saved.value;
  saved.low += other.saved.low;
  saved.high += other.saved.high;
}

Account account_of(const std::vector<Run>& runs, const Measured& measured) {
  Account account;
  Tables tables;
  std::set<std::string> not_measured;
  for (const Run& run : runs) {
    const auto ranks = static_cast<double>(std::max<std::uint64_t>(run.profile.ranks_observed, 1));
    account.run += run.profile.run.sum / ranks;
    for (const auto& [key, sums] : run.profile.classes) {
      const Time time = time_of(key, sums, ranks, measured);
      if (time.not_judged > 0 && question_of(key, sums))
        not_measured.insert(name_of_place(key.communicator));
      account.total.add(time);
      tables.add(key, time);
    }
  }
  account.by_collective = tables.collectives.in_order();
  account.by_size = tables.sizes.in_order();
  account.by_size_and_ranks = tables.sizes_and_ranks.in_order();
  account.by_communicator = tables.communicators.in_order();
  account.by_algorithm = tables.algorithms.in_order();
  account.by_site = tables.sites.in_order();
  account.classes = tables.classes.in_order();
  account.not_measured.assign(not_measured.begin(), not_measured.end());
  compare(runs, measured, account);
  return account;
}

}  // namespace allfold::command::report
