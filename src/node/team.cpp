#include "node/team.hpp"

#include <algorithm>
#include <utility>

#include "node/reduction.hpp"
#include "system/processor.hpp"

namespace allfold::node {

namespace {

Level level_of(const Brackets& brackets, int rank, int leaves) {
  Level level = {};
  for (int leaf = 0; leaf < brackets.leaves(); leaf += leaves)
    level.clusters.push_back({.first_leaf = leaf,
                              .leaves = leaves,
                              .first = brackets.first(leaf),
                              .last = brackets.first(leaf + leaves)});
  while (!level.clusters[level.own].contains(rank)) ++level.own;
  return level;
}

/// Only levels with more than one cluster.
std::vector<Level> levels_of(const Brackets& brackets, int rank, int ranks,
                             const Topology& topology) {
  std::vector<Level> levels;
  if (ranks <= topology.most_in_one_cluster) return levels;
  for (const int leaves : topology.leaves_of_cluster)
    if (leaves < brackets.leaves()) levels.push_back(level_of(brackets, rank, leaves));
  return levels;
}

}  // namespace

Team::Team(std::vector<Slot*> slots, int rank, const Brackets& brackets, const Topology& topology,
           const Waiting& waiting, std::uint64_t counted)
    : slots_(std::move(slots)),
      rank_(rank),
      order_(Order::of_ranks(brackets, 0, brackets.leaves())),
      levels_(levels_of(brackets, rank, ranks(), topology)),
      waiting_(waiting),
      call_(counted),
      read_(counted),
      done_(slots_.size()) {
  while (levels_led_ < levels() && cluster(levels_led_).first == rank_) ++levels_led_;
  for (int level = 0; level < levels(); ++level)
    orders_of_clusters_.push_back(
        level == 0 ? Order::of_ranks(brackets, cluster(0).first_leaf, cluster(0).leaves)
                   : Order::of_leaves(static_cast<int>(clusters_in(level).size())));
  if (!is_flat())
    order_of_highest_ = Order::of_leaves(static_cast<int>(clusters_in(levels()).size()));
  watch();
}

void Team::watch() {
  const auto add = [this](int each) {
    if (each != rank_) watched_.push_back(each);
  };
  if (is_flat())
    for (int each = 0; each < ranks(); ++each) add(each);
  if (!leads_highest()) add(leader());
  if (levels_led_ > 0)
    for (int each = cluster(0).first; each < cluster(0).last; ++each) add(each);
  for (int level = 1; level <= levels_led_; ++level)
    if (level < levels_led_ || leads_highest())
      for (const Cluster& each : clusters_in(level)) add(each.first);
}

std::span<const Cluster> Team::clusters_in(int level) const {
  const std::span<const Cluster> below = levels_[static_cast<std::size_t>(level) - 1].clusters;
  if (level == levels()) return below;
  const Cluster& whole = cluster(level);
  return below.subspan(static_cast<std::size_t>(whole.first_leaf / below.front().leaves),
                       static_cast<std::size_t>(whole.leaves / below.front().leaves));
}

std::size_t Team::blocks_of_reductions() const {
  std::size_t most = std::max(blocks_for(order_), blocks_for(order_of_highest_));
  for (const Order& order : orders_of_clusters_) most = std::max(most, blocks_for(order));
  return most;
}

void Team::await_room(std::uint64_t calls) {
  // A rank whose ring is full waits until half of its entries have been read. Checking after each
  // entry would take the mark's cache line away from its owner, who writes to it in every call.
  while (read_ + calls < call_) await_readers(++read_, calls / 2);
}

int Team::tell_processor() const {
  const int processor = system::current_processor() + 1;
  // Relaxed: only how others wait depends on it. Other ranks read this line, so it is written only
  // if the processor has changed.
  if (own().processor.load(std::memory_order_relaxed) != processor)
    own().processor.store(processor, std::memory_order_relaxed);
  return processor;
}

bool Team::shares_processor() const {
  const int processor = tell_processor();
  return processor != 0 && std::ranges::any_of(watched_, [&](int each) {
           return slot(each).processor.load(std::memory_order_relaxed) == processor;
         });
}

void Team::await_readers(std::uint64_t call, std::uint64_t more) {
  const int reader = readers_[call % readers_.size()];
  if (reader == everyone)
    await_all_done(call);
  else if (reader != rank_)
    await_done(reader, call, more);
}

void Team::await_done(int rank, std::uint64_t call, std::uint64_t more) {
  std::uint64_t& done = done_[static_cast<std::size_t>(rank)];
  if (done >= call) return;
  const Mark& mark = slot(rank).done.mark;
  if (mark.load(std::memory_order_acquire) < call)
    wait([&] { return mark.load(std::memory_order_acquire) >= call + more; },
         Waiting::Looks::seldom);
  // Acquire, as in await(). Read again, since the mark may have advanced.
  done = slot(rank).done.mark.load(std::memory_order_acquire);
}

void Team::await_all_done(std::uint64_t call) {
  for (int rank = 0; rank < ranks(); ++rank) await_end(rank, call);
}

bool Team::have_all_others_done(std::uint64_t call) const {
  for (int rank = 0; rank < ranks(); ++rank)
    // Acquire, as in await().
    if (rank != rank_ && slot(rank).done.mark.load(std::memory_order_acquire) < call) return false;
  return true;
}

void Team::note_failure() const {
  // Relaxed: the release of a mark follows.
  own().failed[call_ % most_kept].store(call_, std::memory_order_relaxed);
}

bool Team::has_failed(int rank) const {
  // Relaxed: the acquire of a mark came before.
  return slot(rank).failed[call_ % most_kept].load(std::memory_order_relaxed) == call_;
}

bool Team::await_all(Progress progress, const Step& step) {
  const auto of = static_cast<std::size_t>(progress);
  const auto comes = [&](int rank, const Mark& mark) {
    return rank == rank_ || await_step(rank, mark, step);
  };
  const auto come = [&](int first, int last) {
    for (int rank = first; rank < last; ++rank)
      if (!comes(rank, slot(rank).own[of].mark)) return false;
    return true;
  };
  if (is_flat()) return come(0, ranks());
  if (levels_led_ > 0 && !come(rank_, cluster(0).last)) return false;
  // Release: what this leader saw of lower ranks becomes visible to the ranks that watch it.
  for (int level = 0; level < levels_led_; ++level) {
    const auto at = static_cast<std::size_t>(level);
    own().of_cluster[at][of].mark.store(step.cycle, std::memory_order_release);
    if (level + 1 < levels_led_ || leads_highest())
      for (const Cluster& each : clusters_in(level + 1))
        if (!comes(each.first, slot(each.first).of_cluster[at][of].mark)) return false;
  }
  if (!leads_highest() && !comes(leader(), slot(leader()).of_all[of].mark)) return false;
  if (levels_led_ > 0) own().of_all[of].mark.store(step.cycle, std::memory_order_release);
  return true;
}

}  // namespace allfold::node
