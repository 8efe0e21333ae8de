#include "mpi/machine/divisions.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

namespace allfold::mpi::machine {

namespace {

/// A lowest cluster with more ranks is divided into clusters of at most `ranks_of_part` ranks.
constexpr std::size_t most_in_one_cluster = 16;
constexpr std::size_t ranks_of_part = 12;

Groups even_parts(const Ranks& ranks, std::size_t parts) {
  Groups divided(parts);
  for (std::size_t i = 0; i < ranks.size(); ++i)
    divided[i * parts / ranks.size()].push_back(ranks[i]);
  return divided;
}

/// Ranks with the same number, in the order of their first ranks, and those without a number.
struct ByNumber {
  Groups groups;
  Ranks without;
};
ByNumber by_number(const Ranks& ranks, std::span<const Location> locations,
                   const std::function<int(const Location&)>& number_of) {
  std::map<int, std::size_t> places;
  ByNumber found;
  for (const int rank : ranks) {
    const int number = number_of(locations[static_cast<std::size_t>(rank)]);
    if (number == no_number) {
      found.without.push_back(rank);
      continue;
    }
    const auto [place, is_new] = places.try_emplace(number, found.groups.size());
    if (is_new) found.groups.emplace_back();
    found.groups[place->second].push_back(rank);
  }
  return found;
}

void divide(const Ranks& group, std::span<const Location> locations, const Domain& domain,
            Groups& divided) {
  ByNumber found = by_number(group, locations, domain.number);
  std::size_t cores = 1;
  for (const int rank : found.without)
    cores = std::max(
        cores, static_cast<std::size_t>(domain.cores(locations[static_cast<std::size_t>(rank)])));
  // Small parts would be no clusters, and the group would be divided by size alone.
  if (cores < least_in_cluster) cores = std::max<std::size_t>(found.without.size(), 1);
  if (!found.without.empty())
    std::ranges::move(even_parts(found.without, (found.without.size() + cores - 1) / cores),
                      std::back_inserter(found.groups));
  std::ranges::move(found.groups, std::back_inserter(divided));
}

/// The same ranks. Those that run on the hardware threads of one core follow each other.
Ranks by_core(const Ranks& group, std::span<const Location> locations) {
  const ByNumber found =
      by_number(group, locations, [](const Location& location) { return location.core; });
  // Usually no core has two ranks, and all stay where they are.
  if (found.groups.size() + found.without.size() == group.size()) return group;
  Ranks ranks;
  for (const Ranks& of_core : found.groups)
    ranks.insert(ranks.end(), of_core.begin(), of_core.end());
  ranks.insert(ranks.end(), found.without.begin(), found.without.end());
  return ranks;
}

}  // namespace

Groups divided_by(const Groups& groups, std::span<const Location> locations, const Domain& domain) {
  Groups divided;
  for (const Ranks& group : groups) divide(group, locations, domain, divided);
  return divided;
}

Groups divided_by_size(const Groups& groups, std::span<const Location> locations) {
  Groups divided;
  for (const Ranks& group : groups) {
    if (group.size() <= most_in_one_cluster) {
      divided.push_back(group);
      continue;
    }
    const std::size_t parts = std::bit_ceil((group.size() + ranks_of_part - 1) / ranks_of_part);
    std::ranges::move(even_parts(by_core(group, locations), parts), std::back_inserter(divided));
  }
  return divided;
}

}  // namespace allfold::mpi::machine
