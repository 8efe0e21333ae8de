#include "node/level_plan.hpp"

#include <algorithm>

namespace allfold::node {

namespace {

bool overlap(const PartOf& a, const PartOf& b) {
  return a.part * b.parts < (b.part + 1) * a.parts && b.part * a.parts < (a.part + 1) * b.parts;
}

/// Clusters that are joined at a level.
using Joined = std::span<const Cluster>;

/// All groups of clusters that are joined at a level.
std::vector<Joined> groups_of(const Team& team, int level) {
  const Joined below = team.clusters(level - 1);
  if (level == team.levels()) return {below};
  std::vector<Joined> groups;
  std::size_t next = 0;
  for (const Cluster& whole : team.clusters(level)) {
    const std::size_t first = next;
    while (next < below.size() && below[next].first < whole.last) ++next;
    groups.push_back(below.subspan(first, next - first));
  }
  return groups;
}

struct Member {
  int rank;
  int operand;
  PartOf part;
};

/// The ranks of clusters that are joined, with their parts of the level below: equal fractions of
/// the piece next to each other.
std::vector<Member> members_of(Joined clusters, const std::vector<PartOf>& parts) {
  std::vector<Member> members;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    for (int rank = clusters[i].first; rank < clusters[i].last; ++rank)
      members.push_back({.rank = rank,
                         .operand = static_cast<int>(i),
                         .part = parts[static_cast<std::size_t>(rank)]});
  std::ranges::stable_sort(members, [](const Member& a, const Member& b) {
    const int before = a.part.part * b.part.parts - b.part.part * a.part.parts;
    return before != 0 ? before < 0 : a.operand < b.operand;
  });
  return members;
}

}  // namespace

LevelPlan::LevelPlan(const Team& team, int rank) {
  std::vector<PartOf> parts(static_cast<std::size_t>(team.ranks()));
  Level lowest{.fewest_parts = team.ranks()};
  for (const Cluster& cluster : team.clusters(0)) {
    const int members = cluster.last - cluster.first;
    for (int each = cluster.first; each < cluster.last; ++each)
      parts[static_cast<std::size_t>(each)] = {.part = each - cluster.first, .parts = members};
    lowest.fewest_parts = std::min(lowest.fewest_parts, members);
  }
  lowest.own = parts[static_cast<std::size_t>(rank)];
  levels_.push_back(lowest);
  for (int level = 1; level <= team.levels(); ++level) join(team, rank, level, parts);
}

void LevelPlan::join(const Team& team, int rank, int level, std::vector<PartOf>& parts) {
  Level added{.fewest_parts = team.ranks()};
  std::vector<PartOf> joined(parts.size());
  for (const Joined& clusters : groups_of(team, level)) {
    const std::vector<Member> members = members_of(clusters, parts);
    const auto count = static_cast<int>(members.size());
    for (int i = 0; i < count; ++i)
      joined[static_cast<std::size_t>(members[static_cast<std::size_t>(i)].rank)] = {
          .part = i, .parts = count};
    added.fewest_parts = std::min(added.fewest_parts, count);
    if (rank < clusters.front().first || rank >= clusters.back().last) continue;
    added.own = joined[static_cast<std::size_t>(rank)];
    const PartOf& before = parts[static_cast<std::size_t>(rank)];
    for (const Member& member : members) {
      if (overlap(member.part, added.own))
        added.sources.push_back(
            {.rank = member.rank, .operand = member.operand, .part = member.part});
      const PartOf& after = joined[static_cast<std::size_t>(member.rank)];
      if (overlap(after, before))
        added.completers.push_back({.rank = member.rank, .operand = member.operand, .part = after});
    }
  }
  levels_.push_back(std::move(added));
  parts = std::move(joined);
}

}  // namespace allfold::node
