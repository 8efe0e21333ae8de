/// @file Repetition: when the candidates of a class of calls are tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "trials/time.hpp"

namespace allfold::trials {

/// The fastest candidate may change with the load of the machine. So the chosen one is timed again
/// now and then, in a *check*. All candidates are tried again after many calls, and if a check
/// shows that the times have changed much or another candidate was faster.
///
/// All follows from the calls that were made and from times that are equal on all ranks.
class Repetition {
 public:
  static constexpr std::size_t most_candidates = 4;
  /// By candidate; `never` if it was not tried.
  using Times = std::array<Time, most_candidates>;
  static constexpr Times untried{never, never, never, never};

  enum class Due : std::uint8_t {
    nothing,
    trial,  ///< of all candidates that are not hopeless
    check,  ///< of the chosen candidate
  };
  /// Calls between two checks. Their number doubles as long as nothing changes.
  struct CallsBetweenChecks {
    std::uint64_t at_first;
    std::uint64_t at_most;
  };
  /// Trials are repeated at these numbers of calls: 256, 4096, and so on.
  static constexpr std::uint64_t first_repetition = 256;

  /// Counts the next call, and returns what is due at it. `first_trial`: the number of the first
  /// call on trial, counted from 0.
  Due next(std::uint64_t first_trial);
  /// The latest call was the last one of what was due.
  void pass(Due due);

  /// Notes the times of a trial. Returns whether the earlier choice still holds.
  bool choose(std::size_t candidate, const Times& found, const CallsBetweenChecks& between);
  /// Notes the time of the chosen candidate in a check.
  void check(Time time, const CallsBetweenChecks& between);

  [[nodiscard]] bool has_choice() const { return has_choice_; }
  [[nodiscard]] std::size_t chosen() const { return chosen_; }
  /// Whether a candidate was so slow in the latest two trials that it is not tried again.
  [[nodiscard]] bool is_hopeless(std::size_t candidate) const;
  /// A candidate can no longer be used. If it was the chosen one, all others are tried again.
  void forget(std::size_t candidate);

 private:
  /// The shorter of a candidate's times in the latest two trials, one of which may have been
  /// disturbed.
  [[nodiscard]] Time lesser_of_latest(std::size_t candidate) const {
    return std::min(found_[candidate], found_before_[candidate]);
  }
  void check_less_often(const CallsBetweenChecks& between);

  std::uint64_t calls_ = 0;       ///< number of calls that have begun
  std::uint64_t next_trial_ = 0;  ///< number of the call at which a trial is due
  std::uint64_t next_check_ = 0;  ///< the same of a check, if there is a choice
  std::uint64_t between_checks_ = 0;
  std::size_t chosen_ = 0;
  bool has_choice_ = false;
  bool has_drifted_ = false;      ///< the times of the latest trial no longer hold
  Times found_ = untried;         ///< in the latest trial
  Times found_before_ = untried;  ///< in the one before
};

}  // namespace allfold::trials
