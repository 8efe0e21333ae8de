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
std::vector<Joined> groups_of(const ClusterTree& tree, int level) {
  if (level == tree.levels()) return {tree.clusters(level - 1)};
  std::vector<Joined> groups;
  for (const Cluster& whole : tree.clusters(level))
    groups.push_back(tree.clusters_in(level, whole));
  return groups;
}

/// The ranks of clusters that are joined, with their parts of the level below: equal fractions of
/// the piece next to each other.
std::vector<LevelPlan::Partner> members_of(Joined clusters, const std::vector<PartOf>& parts) {
  std::vector<LevelPlan::Partner> members;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    for (const int rank : clusters[i].ranks)
      members.push_back({.rank = rank,
                         .operand = static_cast<int>(i),
                         .part = parts[static_cast<std::size_t>(rank)]});
  std::ranges::stable_sort(members, [](const LevelPlan::Partner& a, const LevelPlan::Partner& b) {
    const int before = a.part.part * b.part.parts - b.part.part * a.part.parts;
    return before != 0 ? before < 0 : a.operand < b.operand;
  });
  return members;
}

}  // namespace

LevelPlan::LevelPlan(const Hierarchy& hierarchy, int rank, std::optional<int> lanes)
    : tree_(hierarchy, rank, Hierarchy::Use::long_vectors), lanes_(lanes) {
  std::vector<PartOf> parts(tree_.ranks().size());
  Level lowest{.fewest_parts = static_cast<int>(parts.size())};
  for (const Cluster& cluster : tree_.clusters(0)) {
    for (int i = 0; i < cluster.size(); ++i)
      parts[static_cast<std::size_t>(cluster.ranks[static_cast<std::size_t>(i)])] = {
          .part = i, .parts = cluster.size()};
    lowest.fewest_parts = std::min(lowest.fewest_parts, cluster.size());
  }
  lowest.own = parts[static_cast<std::size_t>(rank)];
  levels_.push_back(lowest);
  for (const int each : tree_.cluster(0).ranks) add_partner(each, rank);
  for (int level = 1; level <= tree_.levels(); ++level) join(rank, level, parts);
}

void LevelPlan::add_partner(int partner, int rank) {
  if (partner != rank && std::ranges::find(partners_, partner) == partners_.end())
    partners_.push_back(partner);
}

void LevelPlan::join(int rank, int level, std::vector<PartOf>& parts) {
  Level added{.fewest_parts = static_cast<int>(parts.size())};
  std::vector<PartOf> joined(parts.size());
  for (const Joined& clusters : groups_of(tree_, level)) {
    const std::vector<Partner> members = members_of(clusters, parts);
    const bool is_of_lanes = lanes_ && level == tree_.levels();
    const int count = is_of_lanes ? *lanes_ : static_cast<int>(members.size());
    for (int i = 0; i < static_cast<int>(members.size()); ++i) {
      const int member = members[static_cast<std::size_t>(i)].rank;
      // Of as many parts as there are, the part after the last one is empty.
      joined[static_cast<std::size_t>(member)] = {.part = is_of_lanes ? std::min(member, count) : i,
                                                  .parts = count};
    }
    added.fewest_parts = std::min(added.fewest_parts, count);
    if (std::ranges::find(members, rank, &Partner::rank) == members.end()) continue;
    added.own = joined[static_cast<std::size_t>(rank)];
    const PartOf& before = parts[static_cast<std::size_t>(rank)];
    for (const Partner& member : members) {
      const PartOf& after = joined[static_cast<std::size_t>(member.rank)];
      const bool is_source = overlap(member.part, added.own);
      const bool is_completer = overlap(after, before);
      if (is_source) added.sources.push_back(member);
      if (is_completer)
        added.completers.push_back({.rank = member.rank, .operand = member.operand, .part = after});
      if (is_source || is_completer) add_partner(member.rank, rank);
    }
  }
  levels_.push_back(std::move(added));
  parts = std::move(joined);
}

}  // namespace allfold::node
