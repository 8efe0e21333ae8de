#include "node/way_trials.hpp"

#include <algorithm>
#include <bit>

namespace allfold::node {

namespace {

/// Where each rank's work grows with the number of ranks, on many of them it is too slow to be tried.
constexpr int few_ranks = 4;
constexpr int most_size_of_whole_on_many = 17;  // below 256 KiB
/// A system call for each vector takes longer than to copy less than this.
constexpr int least_size_of_read = 16;  // from 64 KiB on

/// Ways that were so much slower than the best are not tried again.
constexpr std::int64_t hopeless_percent = 150;
/// Another way than the first one has to be quicker than by chance: as slow as this, it is taken.
constexpr std::int64_t better_percent = 97;
/// In a Reduce a rank that reads keeps the others waiting, which otherwise may go on.
constexpr std::int64_t better_percent_with_waiting = 90;

/// Whether `time` is less than so much of another, which may be `never`.
bool is_below(std::int64_t percent, std::int64_t of, std::int64_t time) {
  return time != never && (of == never || time * 100 < of * percent);
}

/// When trials come back: after 256 calls, 4096, and so on, so that they are few among all.
std::uint64_t next_trials(std::uint64_t calls) {
  std::uint64_t next = 256;
  while (next <= calls) next *= 16;
  return next;
}

std::size_t index_of(Way way) { return static_cast<std::size_t>(way); }

Way quickest(const std::array<std::int64_t, ways>& nanoseconds, Way first, const CallClass& calls) {
  Way best = first;
  for (const Way way : {Way::sliced, Way::whole, Way::read}) {
    const bool keeps_waiting = way == Way::read && calls.results == CallClass::Results::of_root;
    const std::int64_t percent = keeps_waiting   ? better_percent_with_waiting
                                 : best == first ? better_percent
                                                 : 100;
    if (is_below(percent, nanoseconds[index_of(best)], nanoseconds[index_of(way)])) best = way;
  }
  return best;
}

}  // namespace

CallClass class_of(int root, std::int64_t bytes) {
  return {.results = root == everyone ? CallClass::Results::of_all : CallClass::Results::of_root,
          .size = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes))) - 1};
}

Way first_way(const CallClass& calls, const Elements& elements, const Team& team) {
  if (!team.is_flat() || team.ranks() > few_ranks) return Way::sliced;
  if (calls.results == CallClass::Results::of_root) return Way::whole;
  // Others may take longer to reduce than to copy.
  if (elements.kind != Elements::Kind::plain) return Way::sliced;
  // Two ranks move the same bytes either way. What more of them read in vain is to take less time
  // than the second synchronisation.
  constexpr int most_size_on_two = 17;   // below 256 KiB
  constexpr int most_size_on_more = 13;  // below 16 KiB
  return calls.size <= (team.ranks() == 2 ? most_size_on_two : most_size_on_more) ? Way::whole
                                                                                  : Way::sliced;
}

WayTrials::State& WayTrials::state_of(const CallClass& calls) {
  const int size = std::clamp(calls.size - least_size, 0, sizes - 1);
  return states_[static_cast<std::size_t>(calls.results)][static_cast<std::size_t>(size)];
}

bool WayTrials::suits(Way way, const State& state, const CallClass& calls, const Team& team) const {
  if (way == Way::sliced) return true;
  if (!team.is_flat()) return false;
  if (way == Way::read && (!can_read_ || calls.size < least_size_of_read)) return false;
  if (way == Way::whole && team.ranks() > few_ranks && calls.size > most_size_of_whole_on_many)
    return false;
  return !state.is_decided ||
         is_below(hopeless_percent, std::ranges::min(state.found), state.found[index_of(way)]);
}

void WayTrials::begin_trials(State& state, const CallClass& calls, const Team& team) const {
  state.number_tried = 0;
  for (const Way way : {Way::sliced, Way::whole, Way::read})
    if (suits(way, state, calls, team)) state.tried[state.number_tried++] = way;
  state.least.fill(never);
}

WayTrials::Turn WayTrials::next(const CallClass& calls, Way first, const Team& team) {
  State& state = state_of(calls);
  const std::uint64_t number = state.calls++;
  const Turn usual{.way = state.is_decided ? state.way : first};
  if (number < state.trials_begin) return usual;
  if (number == state.trials_begin) begin_trials(state, calls, team);
  const std::uint64_t trial = number - state.trials_begin;
  const std::uint64_t last = std::uint64_t{state.number_tried} * visits - 1;
  if (state.number_tried == 1 || trial == last) state.trials_begin = next_trials(number);
  if (state.number_tried == 1) return usual;
  return {.way = state.tried[trial % state.number_tried],
          .kind = trial == last ? Turn::Kind::last_trial : Turn::Kind::trial};
}

void WayTrials::note(const CallClass& calls, Way way, std::int64_t nanoseconds) {
  std::int64_t& least = state_of(calls).least[index_of(way)];
  least = std::min(least, nanoseconds);
}

void WayTrials::tell(const State& state, Team& team) {
  Trials& own = team.own().trials;
  // What was told before is overwritten when all have heard it.
  for (int rank = 0; rank < team.ranks(); ++rank)
    team.await(team.slot(rank).trials.heard.mark, told_);
  for (std::size_t way = 0; way < ways; ++way)
    // Relaxed: the release of a mark follows.
    own.nanoseconds[way].store(state.least[way], std::memory_order_relaxed);
  own.told.mark.store(++told_, std::memory_order_release);
}

std::array<std::int64_t, ways> WayTrials::hear(Team& team) const {
  std::array<std::int64_t, ways> slowest = {};
  for (int rank = 0; rank < team.ranks(); ++rank) {
    const Trials& told = team.slot(rank).trials;
    team.await(told.told.mark, told_);
    for (std::size_t way = 0; way < ways; ++way) {
      const std::int64_t nanoseconds = told.nanoseconds[way].load(std::memory_order_relaxed);
      // Who was never the root has no time.
      if (nanoseconds != never) slowest[way] = std::max(slowest[way], nanoseconds);
    }
  }
  team.own().trials.heard.mark.store(told_, std::memory_order_release);
  std::ranges::replace(slowest, std::int64_t{0}, never);
  return slowest;
}

Verdict WayTrials::decide(const CallClass& calls, Way first, Team& team) {
  State& state = state_of(calls);
  tell(state, team);
  state.found = hear(team);
  state.way = quickest(state.found, first, calls);
  state.is_decided = true;
  return {.calls = calls, .way = state.way, .nanoseconds = state.found};
}

}  // namespace allfold::node
