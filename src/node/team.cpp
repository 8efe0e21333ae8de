#include "node/team.hpp"

#include <algorithm>
#include <utility>

#include "node/reduction.hpp"
#include "system/processor.hpp"

namespace allfold::node {

Team::Team(std::vector<Slot*> slots, int rank, const Hierarchy& hierarchy, const Waiting& waiting,
           std::uint64_t counted)
    : slots_(std::move(slots)),
      rank_(rank),
      tree_(hierarchy, rank, Hierarchy::Use::all_calls),
      order_(Order::of_all(hierarchy)),
      has_one_order_(hierarchy.is_in_rank_order()),
      waiting_(waiting),
      call_(counted),
      read_(counted),
      done_(slots_.size()) {
  if (!has_one_order_) order_by_rank_ = Order::of_operands(ranks());
  watch();
}

void Team::watch() {
  const auto add = [this](int each) {
    if (each != rank_) watched_.push_back(each);
  };
  if (is_flat())
    for (int each = 0; each < ranks(); ++each) add(each);
  if (!tree_.leads_highest()) add(tree_.leader());
  if (tree_.levels_led() > 0)
    for (const int each : tree_.cluster(0).ranks) add(each);
  for (int level = 1; level <= tree_.levels_led(); ++level)
    if (level < tree_.levels_led() || tree_.leads_highest())
      for (const Cluster& each : tree_.clusters_in(level)) add(each.leader());
}

std::size_t Team::blocks_of_reductions() const {
  return std::max({blocks_for(order_), blocks_for(order_by_rank_), tree_.blocks_of_reductions()});
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

void Team::note_failure(Failure failure) const {
  // Relaxed: the release of a mark follows.
  own().failed[call_ % calls_remembered].store(2 * call_ + (failure == Failure::mismatch ? 1 : 0),
                                               std::memory_order_relaxed);
}

std::optional<Team::Failure> Team::failure_of(int rank) const {
  // Relaxed: the acquire of a mark came before.
  const std::uint64_t failed =
      slot(rank).failed[call_ % calls_remembered].load(std::memory_order_relaxed);
  if (failed / 2 != call_) return std::nullopt;
  return failed % 2 == 1 ? Failure::mismatch : Failure::other;
}

bool Team::await_all(Progress progress, const Step& step) {
  const auto of = static_cast<std::size_t>(progress);
  const auto comes = [&](int rank, const Mark& mark) {
    return rank == rank_ || await_step(rank, mark, step);
  };
  const auto comes_itself = [&](int rank) { return comes(rank, slot(rank).own[of].mark); };
  if (is_flat()) return std::ranges::all_of(all(), comes_itself);
  if (tree_.levels_led() > 0 && !std::ranges::all_of(tree_.cluster(0).ranks, comes_itself))
    return false;
  // Release: what this leader saw of lower ranks becomes visible to the ranks that watch it.
  for (int level = 0; level < tree_.levels_led(); ++level) {
    const auto at = static_cast<std::size_t>(level);
    own().of_cluster[at][of].mark.store(step.cycle, std::memory_order_release);
    if (level + 1 < tree_.levels_led() || tree_.leads_highest())
      for (const Cluster& each : tree_.clusters_in(level + 1))
        if (!comes(each.leader(), slot(each.leader()).of_cluster[at][of].mark)) return false;
  }
  if (!tree_.leads_highest() && !comes(tree_.leader(), slot(tree_.leader()).of_all[of].mark))
    return false;
  if (tree_.levels_led() > 0) own().of_all[of].mark.store(step.cycle, std::memory_order_release);
  return true;
}

}  // namespace allfold::node
