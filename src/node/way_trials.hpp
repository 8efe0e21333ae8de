/// @file Way trials: which way is the quickest for the long calls of a group.
///
/// Of each class of calls some are on trial: the ways that suit take turns, and each rank takes the
/// time. Then the ranks tell each other their times in shared memory, and all know which way is the
/// quickest. What is on trial follows from the number of the call alone, so that nobody has to say
/// so. Trials come back now and then, since what is quick changes with what else runs there. Times
/// are whole numbers: the program's floating-point flags are not touched.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "node/elements.hpp"
#include "node/team.hpp"
#include "node/way.hpp"

namespace allfold::node {

/// Calls that are served in one way.
struct CallClass {
  /// Who gets the result.
  enum class Results : std::uint8_t { of_root, of_all } results = Results::of_all;
  /// The greatest power of two that is not more than the vector's bytes is 2^size.
  int size = 0;
};
[[nodiscard]] CallClass class_of(int root, std::int64_t bytes);

inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// What was found out of a class.
struct Verdict {
  CallClass calls;
  Way way = Way::sliced;
  /// By way, of the slowest rank; `never` where it was not tried.
  std::array<std::int64_t, ways> nanoseconds = {};
};

class WayTrials {
 public:
  struct Turn {
    Way way = Way::sliced;
    enum class Kind : std::uint8_t { usual, trial, last_trial } kind = Kind::usual;
  };
  /// What the next call of a class does, on all ranks alike. `first` is the way of calls of which
  /// nothing is known.
  [[nodiscard]] Turn next(const CallClass& calls, Way first, const Team& team);
  /// The time of a call on trial, on a rank that got its result.
  void note(const CallClass& calls, Way way, std::int64_t nanoseconds);
  /// After the last trial, on all ranks: tells the others, hears of them, and decides.
  Verdict decide(const CallClass& calls, Way first, Team& team);
  /// From now on nothing is read, on all ranks alike.
  void forbid_reading() { can_read_ = false; }

  /// How often each way is tried before a decision.
  static constexpr int visits = 5;

 private:
  struct State {
    std::uint64_t calls = 0;           ///< that have begun
    std::uint64_t trials_begin = 2;    ///< the number of a call; the first ones are not like others
    std::array<Way, ways> tried = {};  ///< in turn
    std::uint8_t number_tried = 0;
    Way way = Way::sliced;                      ///< that was found to be the quickest...
    bool is_decided = false;                    ///< ...if it was
    std::array<std::int64_t, ways> least = {};  ///< nanoseconds of this rank's, by way
    std::array<std::int64_t, ways> found = {};  ///< of all ranks, at the last decision
  };
  static constexpr int least_size = 9, sizes = 23;  // 512 B to 2 GiB and more

  [[nodiscard]] State& state_of(const CallClass& calls);
  void begin_trials(State& state, const CallClass& calls, const Team& team) const;
  [[nodiscard]] bool suits(Way way, const State& state, const CallClass& calls,
                           const Team& team) const;

  void tell(const State& state, Team& team);
  /// Of the slowest rank, by way; `never` where it was not tried.
  [[nodiscard]] std::array<std::int64_t, ways> hear(Team& team) const;

  std::array<std::array<State, sizes>, 2> states_;  ///< by Results and size
  std::uint64_t told_ = 0;
  bool can_read_ = true;
};

/// The way of calls of which nothing is known.
[[nodiscard]] Way first_way(const CallClass& calls, const Elements& elements, const Team& team);

}  // namespace allfold::node
