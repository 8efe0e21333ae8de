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
      waiting_(waiting),
      done_(slots_.size()) {
  while (!clusters_[cluster_].contains(rank_)) ++cluster_;
}

std::uint64_t Team::begin(int readers, std::uint64_t calls) {
  ++call_;
  while (read_ + calls < call_) await_readers(++read_);
  readers_[call_ % readers_.size()] = readers;
  return call_;
}

void Team::await_readers(std::uint64_t call) {
  const int reader = readers_[call % readers_.size()];
  if (reader == everyone)
    await_all_done(call);
  else if (reader != rank_)
    await_done(reader, call);
}

void Team::await_done(int rank, std::uint64_t call) {
  std::uint64_t& done = done_[static_cast<std::size_t>(rank)];
  if (done >= call) return;
  await(slot(rank).done.mark, call);
  // Acquire, as in await(): it may have gone on.
  done = slot(rank).done.mark.load(std::memory_order_acquire);
}

void Team::await_all_done(std::uint64_t call) {
  for (int rank = 0; rank < ranks(); ++rank)
    if (rank != rank_) await_done(rank, call);
}

void Team::note_failure() const {
  // Relaxed: a release of a mark follows.
  own().failed[call_ % calls_of_letters].store(call_, std::memory_order_relaxed);
}

bool Team::has_failed(int rank) const {
  // Relaxed: an acquire of a mark came before.
  return slot(rank).failed[call_ % calls_of_letters].load(std::memory_order_relaxed) == call_;
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
