/// @file Way trials: which way is the quickest for the long calls of a group.
///
/// Of each class of calls some are on trial: the ways that suit take turns, a few calls each. Then
/// the ranks tell each other in shared memory when these calls began and ended. A call takes from the
/// arrival of the last rank until the last rank leaves, whatever ranks waited for each other before.
/// All ranks see the same times, and know which way is the quickest. What is on trial follows from
/// the calls that were made, which are the same on all ranks, so that nobody has to say so.
///
/// What is quick changes with what else runs there: now and then some calls of the chosen way are
/// timed, and if they take much more or less than before, or more than another way took, or after
/// many calls, ways are on trial again. Times are whole numbers: the program's floating-point flags
/// are not touched.
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
/// Nanoseconds by way; `never` where it was not tried.
using WayTimes = std::array<std::int64_t, ways>;

/// What was found out of a class.
struct Verdict {
  CallClass calls;
  Way way = Way::sliced;
  FirstWay first;             ///< of the calls before all trials
  WayTimes nanoseconds = {};  ///< the medians of the trials
};

class WayTrials {
 public:
  struct Turn {
    Way way = Way::sliced;
    enum class Kind : std::uint8_t { usual, trial, last_trial } kind = Kind::usual;
    int visit = 0;  ///< of its way; the first, which comes after another way, does not count
  };
  /// What the next call of a class does, on all ranks alike. `first` is the way of calls of which
  /// nothing has been found out yet. Where it was measured trials begin later.
  [[nodiscard]] Turn next(const CallClass& calls, const FirstWay& first, const Team& team);
  /// When a call on trial began and ended on this rank, in nanoseconds of the node's clock.
  void note(const Turn& turn, std::int64_t begun, std::int64_t ended);
  /// After the last trial, on all ranks: tells the others, hears of them, and decides; none if the
  /// last decision still holds.
  std::optional<Verdict> decide(const CallClass& calls, const FirstWay& first, Team& team);
  /// From now on nothing is tried: ranks may have had different ideas of the calls so far.
  void close() { is_closed_ = true; }
  /// From now on nothing is read, on all ranks alike. Where that was the quickest, the others are
  /// compared anew.
  void forbid_reading();

  /// The calls of each way on trial, with the one that does not count.
  [[nodiscard]] static int calls_of_way(const CallClass& calls) { return 1 + visits_of(calls); }

 private:
  static constexpr WayTimes untried = {never, never, never, never};
  static_assert(untried.back() == never, "of each way");
  struct State {
    std::uint64_t calls = 0;        ///< that have begun
    std::uint64_t next_trials = 0;  ///< the number of a call
    Way way = Way::sliced;          ///< that was found to be the quickest...
    bool is_decided = false;        ///< ...if it was
    bool has_drifted = false;       ///< the times at the last decision do not hold any more
    std::uint64_t next_check = 0;   ///< once it is decided: the number of a call
    std::uint64_t calls_between_checks = 0;
    WayTimes found = untried;         ///< at the last decision
    WayTimes found_before = untried;  ///< at the one before
  };
  static constexpr int least_size = 9, sizes = 23;  // 512 B to 2 GiB and more
  static constexpr int nobody = -1;

  [[nodiscard]] static int index_of(const CallClass& calls);
  /// The calls of each way that count: of long ones, which scatter less and cost more, fewer.
  [[nodiscard]] static int visits_of(const CallClass& calls);
  [[nodiscard]] bool suits(Way way, const State& state, const CallClass& calls,
                           const FirstWay& first, const Team& team) const;
  /// The least that a way took at the latest two decisions.
  [[nodiscard]] static std::int64_t lesser_of_latest(const State& state, Way way);
  /// Whether no rank has been found that cannot read what a way reads.
  [[nodiscard]] bool is_possible(Way way) const { return can_read_ || !is_reading(way); }
  /// What trials are for.
  enum class Purpose : std::uint8_t {
    choice,  ///< which way is the quickest
    check    ///< whether the chosen one takes what it did
  };
  /// Makes a class the one on trial, unless another one is; returns whether it is.
  bool begin_trials(int index, Purpose purpose, const CallClass& calls, const FirstWay& first,
                    const Team& team);
  /// What the chosen way takes now.
  void check(State& state, const CallClass& calls, std::int64_t nanoseconds) const;
  /// The last decision has held once more.
  static void check_less_often(State& state, const CallClass& calls);
  /// False where ranks do not make the same calls.
  [[nodiscard]] bool tell(Team& team);
  /// What each way took, once all have told.
  [[nodiscard]] std::optional<WayTimes> hear(const CallClass& calls, Team& team) const;

  struct Times {
    std::int64_t begun = 0;
    std::int64_t ended = 0;
  };

  std::array<State, 2 * static_cast<std::size_t>(sizes)> states_ = {};
  bool can_read_ = true;
  bool is_closed_ = false;
  std::uint64_t long_calls_ = 0;  ///< of all classes
  // Of the class on trial:
  int on_trial_ = nobody;
  Purpose purpose_ = Purpose::choice;
  std::uint64_t latest_trial_ = 0;    ///< which of the long calls
  int trial_ = 0;                     ///< the next one's number
  std::array<Way, ways> tried_ = {};  ///< one after the other
  int number_tried_ = 0;
  std::array<std::array<Times, Trials::visits>, ways> own_ = {};
  std::uint64_t told_ = 0;
};

}  // namespace allfold::node
