#include "node/team.hpp"

#include <algorithm>
#include <utility>

namespace allfold::node {

namespace {

std::vector<Cluster> clusters_of(const Brackets& brackets, int ranks, const Topology& topology) {
  const int leaves = ranks <= topology.most_in_one_cluster
                         ? brackets.leaves()
                         : std::min(brackets.leaves(), topology.leaves_of_cluster);
  std::vector<Cluster> clusters;
  for (int leaf = 0; leaf < brackets.leaves(); leaf += leaves)
    clusters.push_back({.first_leaf = leaf,
                        .leaves = leaves,
                        .first = brackets.first(leaf),
                        .last = brackets.first(leaf + leaves)});
  return clusters;
}

}  // namespace

Team::Team(std::vector<Slot*> slots, int rank, Brackets brackets, const Topology& topology,
           const Waiting& waiting)
    : slots_(std::move(slots)),
      rank_(rank),
      brackets_(std::move(brackets)),
      clusters_(clusters_of(brackets_, ranks(), topology)),
      waiting_(waiting) {
  while (!clusters_[cluster_].contains(rank_)) ++cluster_;
}

std::uint64_t Team::begin(int readers) {
  ++call_;
  int& reader = readers_[call_ % 2];
  if (all_are_done_with_ + 2 < call_) {
    if (reader == everyone)
      await_all_done(call_ - 2);
    else if (reader != nobody && reader != rank_)
      await(slot(reader).done.mark, call_ - 2);
  }
  reader = readers;
  return call_;
}

void Team::await_all_done(std::uint64_t call) {
  for (int rank = 0; rank < ranks(); ++rank)
    if (rank != rank_) await(slot(rank).done.mark, call);
  all_are_done_with_ = std::max(all_are_done_with_, call);
}

void Team::note_failure() {
  // Relaxed: a release of a mark follows.
  own().failed[call_ % 2].store(call_, std::memory_order_relaxed);
}

bool Team::has_failed(int rank) const {
  // Relaxed: an acquire of a mark came before.
  return slot(rank).failed[call_ % 2].load(std::memory_order_relaxed) == call_;
}

void Team::await_all(Progress progress, std::uint64_t step) {
  const auto of = static_cast<std::size_t>(progress);
  if (!is_flat() && !leads()) return await(slot(cluster().first).of_all[of].mark, step);
  for (int rank = cluster().first; rank < cluster().last; ++rank)
    await(slot(rank).own[of].mark, step);
  if (is_flat()) return;
  own().of_cluster[of].mark.store(step, std::memory_order_release);
  for (const Cluster& other : clusters_) await(slot(other.first).of_cluster[of].mark, step);
  own().of_all[of].mark.store(step, std::memory_order_release);
}

}  // namespace allfold::node
