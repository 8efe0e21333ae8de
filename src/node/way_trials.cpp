#include "node/way_trials.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace allfold::node {

namespace {

/// A way whose time was above this percentage of the best one's, in both of the latest two trials,
/// is not tried again.
constexpr std::int64_t hopeless_percent = 150;
/// Another way replaces the current one only below this percentage of its time, to exclude chance.
constexpr std::int64_t better_percent = 95;
/// Whether `time` is below `percent` of `of`. Either may be `never`.
bool is_below(std::int64_t percent, std::int64_t of, std::int64_t time) {
  return time != never && (of == never || time * 100 < of * percent);
}

/// Trials are repeated if the chosen way's time has grown by half or fallen to two thirds, or is
/// over a tenth longer than another way's time at either of the latest two trials. The other way
/// may have been disturbed in one of these. (After a permanent change, that causes one unnecessary
/// series of trials.)
constexpr std::int64_t drift_percent = 67;
constexpr std::int64_t beaten_percent = 90;
/// Calls before the first such check. The interval grows as long as nothing changes.
constexpr std::uint64_t least_between_checks = 32;

constexpr int size_of_some = 17;   ///< from 128 KiB on, some calls are enough
constexpr int size_of_often = 20;  ///< from 1 MiB on, the cost of checks is negligible
constexpr int size_of_few = 22;    ///< from 4 MiB on, few calls are enough

/// A check takes 1 to 2 µs, which is 0.2 to 0.4 % of 256 calls of 2 µs. For long calls the cost is
/// negligible, and programs make fewer of them, so they are checked more often.
std::uint64_t most_between_checks(const CallClass& calls) {
  return (calls.size >= size_of_often ? 2 : 8) * least_between_checks;
}

/// The class on trial is replaced by another one after this many long calls of other classes.
constexpr std::uint64_t patience = 16;

/// The numbers of calls at which trials are repeated: 256, 4096, and so on, so that trials are
/// rare.
std::uint64_t next_trials(std::uint64_t calls) {
  std::uint64_t next = 256;
  while (next <= calls) next *= 16;
  return next;
}

std::size_t place_of(Way way) { return static_cast<std::size_t>(way); }

/// The number of the first call on trial, since the first calls are untypical. A way from the rules
/// was found with more calls than trials use, so trials of slower ways start only when they are few
/// among all calls.
std::uint64_t first_trial(const FirstWay& first) {
  return first.source == FirstWay::Source::rules ? next_trials(0) : 2;
}

/// The median of an even number of times, in any order. Of two times it is the shorter one, since
/// either call may have been disturbed.
std::int64_t median_of(std::span<std::int64_t> times) {
  const auto upper = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, upper);
  const std::int64_t lower = *std::max_element(times.begin(), upper);
  return times.size() == 2 ? lower : (lower + *upper) / 2;
}

/// `before`: the way used so far.
Way quickest(const WayTimes& nanoseconds, Way before) {
  Way best = before;
  for (const Way way : all_ways) {
    const std::int64_t percent = best == before ? better_percent : 100;
    if (is_below(percent, nanoseconds[place_of(best)], nanoseconds[place_of(way)])) best = way;
  }
  return best;
}

}  // namespace

// The number is even, so it is odd with the call that does not count. If calls alternate, for
// example between data in and outside the caches, each way then gets as many calls of both kinds.
int WayTrials::visits_of(const CallClass& calls) {
  if (calls.size >= size_of_few) return 2;
  return calls.size >= size_of_some ? 4 : static_cast<int>(Trials::visits);
}

int WayTrials::index_of(const CallClass& calls) {
  const int size = std::clamp(calls.size - least_size, 0, sizes - 1);
  return calls.results == CallClass::Results::of_all ? size : sizes + size;
}

bool WayTrials::suits(Way way, const State& state, const CallClass& calls, const FirstWay& first,
                      const Team& team) const {
  if (way == Way::sliced) return true;
  // A way that was measured as fastest is always compared.
  const bool is_ruled = first.source == FirstWay::Source::rules && way == first.way;
  if (!is_ruled && !is_worth_trying(way, calls, team)) return false;
  if (!is_possible(way)) return false;
  return !state.is_decided || state.has_drifted ||
         is_below(hopeless_percent, std::ranges::min(state.found), lesser_of_latest(state, way));
}

std::int64_t WayTrials::lesser_of_latest(const State& state, Way way) {
  return std::min(state.found[place_of(way)], state.found_before[place_of(way)]);
}

bool WayTrials::begin_trials(int index, Purpose purpose, const CallClass& calls,
                             const FirstWay& first, const Team& team) {
  if (on_trial_ != nobody && long_calls_ - latest_trial_ <= patience) return false;
  const State& state = states_[static_cast<std::size_t>(index)];
  on_trial_ = index;
  purpose_ = purpose;
  trial_ = 0;
  number_tried_ = 0;
  own_ = {};
  for (const Way way : all_ways)
    if (purpose == Purpose::choice ? suits(way, state, calls, first, team) : way == state.way)
      tried_[static_cast<std::size_t>(number_tried_++)] = way;
  return true;
}

WayTrials::Turn WayTrials::next(const CallClass& calls, const FirstWay& first, const Team& team) {
  const int index = index_of(calls);
  State& state = states_[static_cast<std::size_t>(index)];
  const std::uint64_t number = state.calls++;
  ++long_calls_;
  const Turn usual{.way = state.is_decided ? state.way : first.way};
  if (is_closed_) return usual;
  if (on_trial_ != index) {
    const bool is_choice_due = number >= std::max(state.next_trials, first_trial(first));
    const bool is_check_due = state.is_decided && number >= state.next_check;
    if (!is_choice_due && !is_check_due) return usual;
    if (!begin_trials(index, is_choice_due ? Purpose::choice : Purpose::check, calls, first, team))
      return usual;
  }
  latest_trial_ = long_calls_;
  const int trial = trial_++;
  const int in_a_row = calls_of_way(calls);
  const int last = number_tried_ * in_a_row - 1;
  const bool has_choice = number_tried_ > 1;
  const bool is_over = trial == last || (purpose_ == Purpose::choice && !has_choice);
  if (is_over) {
    on_trial_ = nobody;
    if (purpose_ == Purpose::choice) state.next_trials = next_trials(number);
    if (state.is_decided) state.next_check = number + state.calls_between_checks;
  }
  if (purpose_ == Purpose::choice && !has_choice) return usual;
  return {.way = tried_[static_cast<std::size_t>(trial / in_a_row)],
          .kind = trial == last ? Turn::Kind::last_trial : Turn::Kind::trial,
          .visit = trial % in_a_row};
}

void WayTrials::forbid_reading() {
  can_read_ = false;
  for (State& state : states_)
    if (state.is_decided && is_reading(state.way)) state = {.calls = state.calls};
}

void WayTrials::note(const Turn& turn, std::int64_t begun, std::int64_t ended) {
  if (turn.visit > 0)
    own_[place_of(turn.way)][static_cast<std::size_t>(turn.visit) - 1] = {.begun = begun,
                                                                          .ended = ended};
}

bool WayTrials::tell(Team& team) {
  Trials& own = team.own().trials;
  // The previous times may be overwritten after all ranks have read them.
  for (int rank = 0; rank < team.ranks(); ++rank)
    if (!team.await_untorn(team.slot(rank).trials.heard.mark, told_)) return false;
  for (std::size_t way = 0; way < ways; ++way)
    for (std::size_t visit = 0; visit < Trials::visits; ++visit) {
      // Relaxed: the release of a mark follows.
      own.times[way][visit].begun.store(own_[way][visit].begun, std::memory_order_relaxed);
      own.times[way][visit].ended.store(own_[way][visit].ended, std::memory_order_relaxed);
    }
  own.told.mark.store(++told_, std::memory_order_release);
  return true;
}

std::optional<WayTimes> WayTrials::hear(const CallClass& calls, Team& team) const {
  std::array<std::array<Times, Trials::visits>, ways> last = {};
  for (int rank = 0; rank < team.ranks(); ++rank) {
    const Trials& told = team.slot(rank).trials;
    if (!team.await_untorn(told.told.mark, told_)) return std::nullopt;
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t visit = 0; visit < Trials::visits; ++visit) {
        const Trials::Times& of_rank = told.times[way][visit];
        Times& of_last = last[way][visit];
        of_last.begun = std::max(of_last.begun, of_rank.begun.load(std::memory_order_relaxed));
        of_last.ended = std::max(of_last.ended, of_rank.ended.load(std::memory_order_relaxed));
      }
  }
  team.own().trials.heard.mark.store(told_, std::memory_order_release);
  WayTimes medians = untried;
  for (int tried = 0; tried < number_tried_; ++tried) {
    // Reading in place may have been forbidden meanwhile, and another way was timed.
    if (!is_possible(tried_[static_cast<std::size_t>(tried)])) continue;
    const std::size_t way = place_of(tried_[static_cast<std::size_t>(tried)]);
    std::array<std::int64_t, Trials::visits> took = {};
    std::ranges::transform(last[way], took.begin(),
                           [](const Times& times) { return times.ended - times.begun; });
    const std::span<std::int64_t> visits =
        std::span(took).first(static_cast<std::size_t>(visits_of(calls)));
    medians[way] = median_of(visits);
  }
  return medians;
}

std::optional<Verdict> WayTrials::decide(const CallClass& calls, const FirstWay& first,
                                         Team& team) {
  State& state = states_[static_cast<std::size_t>(index_of(calls))];
  const std::optional<WayTimes> heard = tell(team) ? hear(calls, team) : std::nullopt;
  if (!heard) {
    close();
    return std::nullopt;
  }
  const WayTimes& found = *heard;
  if (purpose_ == Purpose::check) {
    check(state, calls, found[place_of(state.way)]);
    return std::nullopt;
  }
  const Way best = quickest(found, state.is_decided ? state.way : first.way);
  const bool holds = state.is_decided && best == state.way;
  state.found_before = std::exchange(state.found, found);
  state.way = best;
  if (holds)
    check_less_often(state, calls);
  else
    state.calls_between_checks =
        calls.size < size_of_some ? 4 * least_between_checks : least_between_checks;
  state.is_decided = true;
  state.has_drifted = false;
  state.next_check = state.calls + state.calls_between_checks;
  if (holds) return std::nullopt;
  return Verdict{.calls = calls, .way = state.way, .first = first, .nanoseconds = found};
}

void WayTrials::check(State& state, const CallClass& calls, std::int64_t nanoseconds) const {
  const std::int64_t before = state.found[place_of(state.way)];
  state.has_drifted =
      is_below(drift_percent, nanoseconds, before) || is_below(drift_percent, before, nanoseconds);
  const bool is_beaten = std::ranges::any_of(all_ways, [&](Way way) {
    return way != state.way && is_possible(way) &&
           is_below(beaten_percent, nanoseconds, lesser_of_latest(state, way));
  });
  if (state.has_drifted || is_beaten)
    state.next_trials = state.calls;
  else
    check_less_often(state, calls);
  state.next_check = state.calls + state.calls_between_checks;
}

void WayTrials::check_less_often(State& state, const CallClass& calls) {
  state.calls_between_checks = std::min(2 * state.calls_between_checks, most_between_checks(calls));
}

}  // namespace allfold::node
