#include "command/report/account.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "command/report/names.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

/// Entries by name.
class Entries {
 public:
  void add(std::string name, Common common, const Time& time, double weight) {
    Entry& entry = entries_[name];
    if (entry.name.empty())
      entry = {.name = std::move(name), .common = std::move(common), .time = {}};
    entry.time.add(time, weight);
  }

  /// The entries in the order of descending seconds.
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

/// The known call sites of the runs.
std::set<profile::Site> sites_in(const std::vector<const Run*>& runs) {
  std::set<profile::Site> sites;
  for (const Run* run : runs)
    for (const auto& [key, sums] : run->profile.classes)
      if (!key.site.object.empty()) sites.insert(key.site);
  return sites;
}

/// The tables of an account while they are filled.
struct Tables {
  SiteNames site_names;
  Entries collectives = {};
  Entries sizes = {};
  Entries sizes_and_ranks = {};
  Entries communicators = {};
  Entries algorithms = {};
  Entries sites = {};
  Entries classes = {};

  void add(const profile::ClassKey& key, const std::string& algorithm, const Time& time,
           double weight) {
    const profile::Kind& kind = key.kind;
    const std::string size = name_of_size(kind);
    const int ranks = key.communicator.ranks;
    const std::string site = key.site.object.empty() ? "" : site_names.of(key.site);
    collectives.add(std::string(schedule::name_of(kind.collective)),
                    {.collective = kind.collective}, time, weight);
    sizes.add(size, {.size_class = kind.size_class}, time, weight);
    sizes_and_ranks.add(text::format("{} on {}", size, name_of_ranks(ranks)),
                        {.size_class = kind.size_class, .ranks = ranks}, time, weight);
    communicators.add(name_of(key.communicator), {.communicator = key.communicator}, time, weight);
    algorithms.add(algorithm, {.algorithm = algorithm}, time, weight);
    if (!site.empty()) sites.add(site, {.site = site}, time, weight);
    classes.add(text::format("{}, {} of {}, {}{}{}", name_of_calls(key), kind.operation, kind.type,
                             algorithm, site.empty() ? "" : ", ", site),
                {.collective = kind.collective,
                 .size_class = kind.size_class,
                 .ranks = ranks,
                 .communicator = key.communicator,
                 .operation = kind.operation,
                 .type = kind.type,
                 .algorithm = algorithm,
                 .site = site},
                time, weight);
  }
};

/// The weight of a run: its number of ranks, even if only some of them were observed.
double ranks_of(const Run& run) { return std::max(run.profile.ranks, 1); }

/// The average number of ranks of the runs that are added up.
double average_ranks_of(const std::vector<const Run*>& runs) {
  double ranks = 0;
  for (const Run* run : runs) ranks += ranks_of(*run);
  return ranks / static_cast<double>(runs.size());
}

/// Only the native runs if they are compared with others; otherwise all.
std::vector<const Run*> runs_to_add_up(const std::vector<Run>& runs, bool are_compared) {
  std::vector<const Run*> added;
  for (const Run& run : runs)
    if (!are_compared || is_native(run)) added.push_back(&run);
  return added;
}

}  // namespace

Account account_of(const std::vector<Run>& runs, const Measured& measured) {
  Account account;
  account.comparison = comparison_of(runs, measured);
  account.not_compared = difference_of(runs);
  const std::vector<const Run*> added = runs_to_add_up(runs, account.comparison.has_value());
  Tables tables{.site_names = SiteNames(sites_in(added))};
  std::set<std::string> not_measured;
  const double average_ranks = average_ranks_of(added);
  for (const Run* run : added) {
    const profile::Profile& profile = run->profile;
    const double weight = ranks_of(*run) / average_ranks;
    account.run += weight * of_a_rank(profile, profile.run.sum);
    for (const auto& [key, sums] : profile.classes) {
      const Time time = time_of(profile, key, sums, measured);
      if (time.not_judged > 0 && question_of(key, sums))
        not_measured.insert(name_of_place(key.communicator));
      account.total.add(time, weight);
      tables.add(key, algorithm_of(profile, key.kind), time, weight);
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
  return account;
}

}  // namespace allfold::command::report
