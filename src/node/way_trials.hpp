/// @file Way trials: find the fastest way for the long calls of a group.
///
/// Some calls of each class are trials: the candidate ways take turns, a few calls each. Then the
/// ranks exchange in shared memory when these calls began and ended. The time of a call is from the
/// arrival of the last rank until the last rank leaves, so earlier waits do not count. All ranks
/// see the same times and choose the same way. Which calls are trials follows from the calls made,
/// which are equal on all ranks, so it needs no agreement.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "node/first_way.hpp"
#include "node/team.hpp"
#include "node/way.hpp"
#include "trials/repetition.hpp"
#include "trials/trial.hpp"

namespace allfold::node {

static_assert(ways == trials::Repetition::most_candidates);
/// Nanoseconds by way; trials::never if it was not tried.
using WayTimes = trials::Repetition::Times;

/// The result of the trials of a class.
struct TrialResult {
  CallClass calls;
  Way way = Way::sliced;
  FirstWay first;             ///< the way before all trials
  WayTimes nanoseconds = {};  ///< medians of the trials
};

class WayTrials {
 public:
  /// Allocates all memory that trials need.
  WayTrials() { trial_.reserve(ways, Trials::visits); }

  struct Turn {
    Way way = Way::sliced;
    enum class Kind : std::uint8_t { usual, trial, last_trial } kind = Kind::usual;
    int visit = 0;  ///< number among the calls of its way that count, from 1; 0: does not count
  };
  /// What the next call of a class does; equal on all ranks. `first` is the way before all trials.
  /// If it was measured, trials start later.
  [[nodiscard]] Turn next(const CallClass& calls, const FirstWay& first, const Team& team);
  /// When a call on trial began and ended on this rank, in nanoseconds of the node's clock.
  void note(const Turn& turn, std::int64_t begun, std::int64_t ended);
  /// Called on all ranks after the last trial: exchanges times and decides. Empty if the last
  /// decision still holds.
  std::optional<TrialResult> decide(const CallClass& calls, const FirstWay& first, Team& team);
  /// Ends all trials: ranks may have counted calls differently.
  void close() { is_closed_ = true; }
  /// No more reading in place, on all ranks. If that was the chosen way, the other ways are
  /// compared again.
  void forbid_reading();

  /// How the ways of a class are tried.
  [[nodiscard]] static trials::Method method_of(const CallClass& calls);

 private:
  static constexpr int least_size = 9, sizes = 23;  // 512 B to 2 GiB and more
  static constexpr int nobody = -1;
  using Due = trials::Repetition::Due;

  [[nodiscard]] static int index_of(const CallClass& calls);
  [[nodiscard]] trials::Repetition& repetition_of(const CallClass& calls) {
    return repetitions_[static_cast<std::size_t>(index_of(calls))];
  }
  /// The way of a class without trials.
  [[nodiscard]] static Way usual_way(const trials::Repetition& repetition, const FirstWay& first);
  [[nodiscard]] bool suits(Way way, const trials::Repetition& repetition, const CallClass& calls,
                           const FirstWay& first, const Team& team) const;
  /// Whether no rank is known to be unable to read what a way reads.
  [[nodiscard]] bool is_possible(Way way) const { return can_read_ || !is_reading(way); }
  /// Begins what is due for a class, unless another class is on trial or there is only one way to
  /// try. Returns whether it has begun.
  bool begin(Due due, const CallClass& calls, const FirstWay& first, const Team& team);
  /// Publishes this rank's times. Returns false if ranks do not make the same calls.
  [[nodiscard]] bool tell(Team& team);
  /// Adds the times of all ranks to the trial, after all ranks have published theirs. Returns false
  /// if ranks do not make the same calls.
  [[nodiscard]] bool hear(Team& team);

  struct Times {
    std::int64_t begun = 0;
    std::int64_t ended = 0;
  };

  std::array<trials::Repetition, CallClass::kinds_of_results* static_cast<std::size_t>(sizes)>
      repetitions_ = {};
  bool can_read_ = true;
  bool is_closed_ = false;
  std::uint64_t long_calls_ = 0;  ///< of all classes
  // State of the class on trial:
  int on_trial_ = nobody;
  Due due_ = Due::nothing;
  std::uint64_t latest_trial_ = 0;    ///< its number among the long calls
  std::array<Way, ways> tried_ = {};  ///< the candidates of the trial
  std::size_t number_tried_ = 0;
  int visits_ = 0;  ///< of each of them
  trials::Trial trial_;
  std::array<std::array<Times, Trials::visits>, ways> own_ = {};
  std::uint64_t told_ = 0;
};

}  // namespace allfold::node
