#include "node/way_trials.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace allfold::node {

namespace {

constexpr int size_of_some = 17;   ///< from 128 KiB on, some calls are enough
constexpr int size_of_often = 20;  ///< from 1 MiB on, the cost of checks is negligible
constexpr int size_of_few = 22;    ///< from 4 MiB on, few calls are enough

/// A check takes 1 to 2 µs, which is 0.2 to 0.4 % of 256 calls of 2 µs. For long calls the cost is
/// negligible, and programs make fewer of them, so they are checked more often.
trials::Repetition::CallsBetweenChecks calls_between_checks(const CallClass& calls) {
  constexpr std::uint64_t least = 32;
  return {.at_first = (calls.size >= size_of_some ? 1 : 4) * least,
          .at_most = (calls.size >= size_of_often ? 2 : 8) * least};
}

/// The class on trial is replaced by another one after this many long calls of other classes.
constexpr std::uint64_t patience = 16;

std::size_t index_of_way(Way way) { return static_cast<std::size_t>(way); }

/// The number of the first call on trial, since the first calls are untypical. A way from the rules
/// was found with more calls than trials use, so trials of slower ways start only when they are few
/// among all calls.
std::uint64_t first_trial(const FirstWay& first) {
  return first.source == FirstWay::Source::rules ? trials::Repetition::first_repetition : 2;
}

}  // namespace

// Successive calls, since the first one after another way finds other data in the caches. If calls
// alternate, for example between data in and outside the caches, an even number of calls that count
// and the one that does not make as many calls of both kinds for each way. The times of long calls
// vary less and cost more. Of two calls the shorter one counts, since either may have been
// disturbed. On so few calls, 5 % of their median exclude chance better than intervals do.
trials::Method WayTrials::method_of(const CallClass& calls) {
  const int visits = calls.size >= size_of_few    ? 2
                     : calls.size >= size_of_some ? 4
                                                  : static_cast<int>(Trials::visits);
  return {.calls_of_turn = visits,
          .warm_up = trials::WarmUp::each_turn,
          .most_rounds = 1,
          .telling_calls = 4,
          .percent_to_replace = 95};
}

int WayTrials::index_of(const CallClass& calls) {
  const int size = std::clamp(calls.size - least_size, 0, sizes - 1);
  return static_cast<int>(calls.results) * sizes + size;
}

Way WayTrials::usual_way(const trials::Repetition& repetition, const FirstWay& first) {
  return repetition.has_choice() ? all_ways[repetition.chosen()] : first.way;
}

bool WayTrials::suits(Way way, const trials::Repetition& repetition, const CallClass& calls,
                      const FirstWay& first, const Team& team) const {
  if (way == Way::sliced) return true;
  // A way that was measured as fastest is always compared.
  const bool is_ruled = first.source == FirstWay::Source::rules && way == first.way;
  return (is_ruled || is_worth_trying(way, calls, team)) && is_possible(way) &&
         !repetition.is_hopeless(index_of_way(way));
}

bool WayTrials::begin(Due due, const CallClass& calls, const FirstWay& first, const Team& team) {
  if (on_trial_ != nobody && long_calls_ - latest_trial_ <= patience) return false;
  trials::Repetition& repetition = repetition_of(calls);
  const Way usual = usual_way(repetition, first);
  number_tried_ = 0;
  for (const Way way : all_ways)
    if (due == Due::trial ? suits(way, repetition, calls, first, team) : way == usual)
      tried_[number_tried_++] = way;
  // The incumbent comes first.
  const auto tried = std::span(tried_).first(number_tried_);
  if (const auto own = std::ranges::find(tried, usual); own != tried.end())
    std::swap(*own, tried.front());
  on_trial_ = nobody;
  if (due == Due::trial && number_tried_ == 1) {
    repetition.pass(due);
    return false;
  }
  on_trial_ = index_of(calls);
  due_ = due;
  const trials::Method method = method_of(calls);
  visits_ = method.calls_of_turn;
  trial_.begin(method, number_tried_);
  return true;
}

WayTrials::Turn WayTrials::next(const CallClass& calls, const FirstWay& first, const Team& team) {
  trials::Repetition& repetition = repetition_of(calls);
  const Due due = repetition.next(first_trial(first));
  ++long_calls_;
  const Turn usual{.way = usual_way(repetition, first)};
  if (is_closed_) return usual;
  if (on_trial_ != index_of(calls) && (due == Due::nothing || !begin(due, calls, first, team)))
    return usual;
  latest_trial_ = long_calls_;
  const trials::Trial::Turn turn = trial_.turn();
  trial_.pass();
  const bool is_last = trial_.is_round_over();
  if (is_last) {
    on_trial_ = nobody;
    repetition.pass(due_);
  }
  return {.way = tried_[turn.candidate],
          .kind = is_last ? Turn::Kind::last_trial : Turn::Kind::trial,
          .visit = turn.visit};
}

void WayTrials::forbid_reading() {
  can_read_ = false;
  for (const Way way : all_ways)
    if (is_reading(way))
      for (trials::Repetition& repetition : repetitions_) repetition.forget(index_of_way(way));
}

void WayTrials::note(const Turn& turn, std::int64_t begun, std::int64_t ended) {
  if (turn.visit > 0)
    own_[index_of_way(turn.way)][static_cast<std::size_t>(turn.visit) - 1] = {.begun = begun,
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

bool WayTrials::hear(Team& team) {
  std::array<std::array<Times, Trials::visits>, ways> last = {};
  for (int rank = 0; rank < team.ranks(); ++rank) {
    const Trials& told = team.slot(rank).trials;
    if (!team.await_untorn(told.told.mark, told_)) return false;
    for (std::size_t way = 0; way < ways; ++way)
      for (std::size_t visit = 0; visit < Trials::visits; ++visit) {
        const Trials::Times& of_rank = told.times[way][visit];
        Times& of_last = last[way][visit];
        of_last.begun = std::max(of_last.begun, of_rank.begun.load(std::memory_order_relaxed));
        of_last.ended = std::max(of_last.ended, of_rank.ended.load(std::memory_order_relaxed));
      }
  }
  team.own().trials.heard.mark.store(told_, std::memory_order_release);
  for (std::size_t candidate = 0; candidate < number_tried_; ++candidate)
    for (int visit = 0; visit < visits_; ++visit) {
      const Times& times = last[index_of_way(tried_[candidate])][static_cast<std::size_t>(visit)];
      trial_.add(candidate, times.ended - times.begun);
    }
  return true;
}

std::optional<TrialResult> WayTrials::decide(const CallClass& calls, const FirstWay& first,
                                             Team& team) {
  if (!tell(team) || !hear(team)) {
    close();
    return std::nullopt;
  }
  // If reading in place was forbidden meanwhile, another way was timed.
  for (std::size_t candidate = 0; candidate < number_tried_; ++candidate)
    if (!is_possible(tried_[candidate])) trial_.withdraw(candidate);
  if (trial_.running().empty()) return std::nullopt;
  trial_.judge();
  WayTimes found = trials::Repetition::untried;
  for (const std::size_t candidate : trial_.running())
    found[index_of_way(tried_[candidate])] = trial_.figure(candidate);
  trials::Repetition& repetition = repetition_of(calls);
  if (due_ == Due::check) {
    repetition.check(found[repetition.chosen()], calls_between_checks(calls));
    return std::nullopt;
  }
  const Way best = tried_[trial_.winner()];
  if (repetition.choose(index_of_way(best), found, calls_between_checks(calls)))
    return std::nullopt;
  return TrialResult{.calls = calls, .way = best, .first = first, .nanoseconds = found};
}

}  // namespace allfold::node
