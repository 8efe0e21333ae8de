/// @file Way trials: find the fastest way for the long calls of a group.
///
/// Some calls of each class are trials: the candidate ways take turns, a few calls each. Then the
/// ranks exchange in shared memory when these calls began and ended. The time of a call is from the
/// arrival of the last rank until the last rank leaves, so earlier waits do not count. All ranks
/// see the same times and choose the same way. Which calls are trials follows from the calls made,
/// which are equal on all ranks, so it needs no agreement.
///
/// The fastest way may change with the load of the machine. So some calls of the chosen way are
/// timed now and then. Trials are repeated after many calls, and if the times have changed much or
/// another way was faster. Times are integers, so that the program's floating-point flags stay
/// untouched.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "node/first_way.hpp"
#include "node/team.hpp"
#include "node/way.hpp"

namespace allfold::node {

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
/// Nanoseconds by way; `never` if it was not tried.
using WayTimes = std::array<std::int64_t, ways>;

/// The result of the trials of a class.
struct Verdict {
  CallClass calls;
  Way way = Way::sliced;
  FirstWay first;             ///< the way before all trials
  WayTimes nanoseconds = {};  ///< medians of the trials
};

class WayTrials {
 public:
  struct Turn {
    Way way = Way::sliced;
    enum class Kind : std::uint8_t { usual, trial, last_trial } kind = Kind::usual;
    int visit = 0;  ///< number among the calls of its way; visit 0 does not count
  };
  /// What the next call of a class does; equal on all ranks. `first` is the way before all trials.
  /// If it was measured, trials start later.
  [[nodiscard]] Turn next(const CallClass& calls, const FirstWay& first, const Team& team);
  /// When a call on trial began and ended on this rank, in nanoseconds of the node's clock.
  void note(const Turn& turn, std::int64_t begun, std::int64_t ended);
  /// Called on all ranks after the last trial: exchanges times and decides. Empty if the last
  /// decision still holds.
  std::optional<Verdict> decide(const CallClass& calls, const FirstWay& first, Team& team);
  /// Ends all trials: ranks may have counted calls differently.
  void close() { is_closed_ = true; }
  /// No more reading in place, on all ranks. If that was the chosen way, the other ways are
  /// compared again.
  void forbid_reading();

  /// Calls of each way in a series of trials, including the one that does not count.
  [[nodiscard]] static int calls_of_way(const CallClass& calls) { return 1 + visits_of(calls); }

 private:
  static constexpr WayTimes untried = {never, never, never, never};
  static_assert(untried.back() == never, "of each way");
  struct State {
    std::uint64_t calls = 0;        ///< number of calls that have begun
    std::uint64_t next_trials = 0;  ///< number of the call at which trials are due
    Way way = Way::sliced;          ///< the fastest way found...
    bool is_decided = false;        ///< ...if any was
    bool has_drifted = false;       ///< the times of the last decision no longer hold
    std::uint64_t next_check = 0;   ///< number of the call at which a check is due, if decided
    std::uint64_t calls_between_checks = 0;
    WayTimes found = untried;         ///< at the last decision
    WayTimes found_before = untried;  ///< at the one before
  };
  static constexpr int least_size = 9, sizes = 23;  // 512 B to 2 GiB and more
  static constexpr int nobody = -1;

  [[nodiscard]] static int index_of(const CallClass& calls);
  /// Calls of each way that count: fewer for long vectors, whose times vary less and cost more.
  [[nodiscard]] static int visits_of(const CallClass& calls);
  [[nodiscard]] bool suits(Way way, const State& state, const CallClass& calls,
                           const FirstWay& first, const Team& team) const;
  /// The shorter of a way's times at the latest two decisions.
  [[nodiscard]] static std::int64_t lesser_of_latest(const State& state, Way way);
  /// Whether no rank is known to be unable to read what a way reads.
  [[nodiscard]] bool is_possible(Way way) const { return can_read_ || !is_reading(way); }
  /// What trials are for.
  enum class Purpose : std::uint8_t {
    choice,  ///< to find the fastest way
    check    ///< to see whether the chosen way takes as long as before
  };
  /// Starts trials of a class unless another class is on trial. Returns whether they were started.
  bool begin_trials(int index, Purpose purpose, const CallClass& calls, const FirstWay& first,
                    const Team& team);
  /// Evaluates the time that the chosen way takes now.
  void check(State& state, const CallClass& calls, std::int64_t nanoseconds) const;
  /// The last decision holds: checks become rarer.
  static void check_less_often(State& state, const CallClass& calls);
  /// Publishes this rank's times. Returns false if ranks do not make the same calls.
  [[nodiscard]] bool tell(Team& team);
  /// The time of each way, after all ranks have published theirs.
  [[nodiscard]] std::optional<WayTimes> hear(const CallClass& calls, Team& team) const;

  struct Times {
    std::int64_t begun = 0;
    std::int64_t ended = 0;
  };

  std::array<State, 2 * static_cast<std::size_t>(sizes)> states_ = {};
  bool can_read_ = true;
  bool is_closed_ = false;
  std::uint64_t long_calls_ = 0;  ///< of all classes
  // State of the class on trial:
  int on_trial_ = nobody;
  Purpose purpose_ = Purpose::choice;
  std::uint64_t latest_trial_ = 0;    ///< its number among the long calls
  int trial_ = 0;                     ///< number of the next trial
  std::array<Way, ways> tried_ = {};  ///< in this order
  int number_tried_ = 0;
  std::array<std::array<Times, Trials::visits>, ways> own_ = {};
  std::uint64_t told_ = 0;
};

}  // namespace allfold::node
