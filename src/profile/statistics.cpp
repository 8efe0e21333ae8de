#include "profile/statistics.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::profile {

Profile statistics_of(const Profile& of_one_rank) {
  Profile statistics{.ranks = of_one_rank.ranks, .ranks_observed = of_one_rank.ranks_observed};
  for (const auto& [key, sums] : of_one_rank.classes)
    statistics.add({.communicator = {.ranks = key.communicator.ranks},
                    .kind = {.collective = key.kind.collective,
                             .size_class = key.kind.size_class,
                             .algorithm = key.kind.algorithm,
                             .reason = key.kind.reason}},
                   sums);
  statistics.be_of_one_rank();
  return statistics;
}

std::string table_of(const Profile& statistics, std::string_view of_whom) {
  std::string text = text::format("allfold: statistics of {}\n", of_whom);
  constexpr auto line = "allfold: {:<10}  {:>5}  {:>8}  {:>9}  {:>13}  {:>10}  {:<27}  {}";
  const auto add = [&](std::string row) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  };
  add(text::format(line, "collective", "ranks", "bytes", "calls", "total bytes", "seconds",
                   "algorithm", "reason"));
  std::vector<std::pair<ClassKey, ClassSums>> rows(statistics.classes.begin(),
                                                   statistics.classes.end());
  // The keys are in the order of the other columns.
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row.first.kind.collective; });
  for (const auto& [key, sums] : rows) {
    const int ranks = key.communicator.ranks;
    const int size = key.kind.size_class;
    add(text::format(
        line, schedule::name_of(key.kind.collective), ranks == 0 ? "any" : std::to_string(ranks),
        size == Kind::any_size ? "any" : text::size_class_name(size), sums.calls, sums.bytes,
        text::format("{:.6f}", sums.seconds.max), key.kind.algorithm, key.kind.reason));
  }
  return text;
}

}  // namespace allfold::profile
