#include "command/report/account.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "command/report/names.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

/// By their names.
class Entries {
 public:
  void add(std::string name, Common common, const Time& time) {
    Entry& entry = entries_[name];
    if (entry.name.empty())
      entry = {.name = std::move(name), .common = std::move(common), .time = {}};
    entry.time.add(time);
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

  void add(const profile::ClassKey& key, const std::string& algorithm, const Time& time) {
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
    algorithms.add(algorithm, {.algorithm = algorithm}, time);
    if (!site.empty()) sites.add(site, {.site = site}, time);
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
                time);
  }
};

}  // namespace

Account account_of(const std::vector<Run>& runs, const Measured& measured) {
  Account account;
  account.comparison = comparison_of(runs, measured);
  account.not_compared = difference_of(runs);
  Tables tables;
  std::set<std::string> not_measured;
  for (const Run& run : runs) {
    if (account.comparison && !is_native(run)) continue;
    const profile::Profile& profile = run.profile;
    account.run += of_a_rank(profile, profile.run.sum);
    for (const auto& [key, sums] : profile.classes) {
      const Time time = time_of(profile, key, sums, measured);
      if (time.not_judged > 0 && question_of(key, sums))
        not_measured.insert(name_of_place(key.communicator));
      account.total.add(time);
      tables.add(key, algorithm_of(profile, key.kind), time);
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
