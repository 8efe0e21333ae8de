/// @file Time: the time of the calls of a profile, and what Allfold would save of it.
#pragma once

#include <string>

#include "command/report/measured.hpp"
#include "profile/profile.hpp"

namespace allfold::command::report {

/// A profile that was read from a file.
struct Run {
  std::string file;
  profile::Profile profile;
};

/// Seconds: a value and the ends of its interval.
struct Range {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Seconds are those of a rank, averaged over all ranks. If runs have different numbers of ranks,
/// each run is weighted by its number of ranks, because processors cost the same in all runs. A sum
/// over runs thus corresponds to as many runs on the average number of ranks. Calls and bytes are
/// not weighted.
struct Time {
  double calls = 0;
  double bytes = 0;    ///< of all calls
  double seconds = 0;  ///< spent in the calls
  double waiting = 0;
  double rest = 0;
  double not_split = 0;  ///< unknown: waiting or the rest
  /// The part of `rest` in native calls for which there are measurements, and what Allfold would
  /// save of it. A negative value is a loss.
  double judged = 0;
  Range saved;
  /// The part of `rest` in native calls for which there are no measurements.
  double not_judged = 0;

  /// Adds a run whose seconds are multiplied by `weight`.
  void add(const Time& other, double weight = 1);
};

/// Whether so little of the time is not split that it can be ignored.
[[nodiscard]] bool is_split(const Time& time);

/// The algorithm that served calls. In native runs it is always "native", also for classes that
/// were merged because there were too many.
[[nodiscard]] std::string algorithm_of(const profile::Profile& profile, const profile::Kind& kind);

/// The question to the measurements about a class of calls. Absent if measurements cannot answer
/// it, for example for a user-defined operation.
[[nodiscard]] std::optional<Question> question_of(const profile::ClassKey& key,
                                                  const profile::ClassSums& sums);

/// The time of a rank of this profile in one of its classes.
[[nodiscard]] Time time_of(const profile::Profile& profile, const profile::ClassKey& key,
                           const profile::ClassSums& sums, const Measured& measured);

/// Average seconds of a rank, from the sum over all observed ranks.
[[nodiscard]] double of_a_rank(const profile::Profile& profile, double seconds);

}  // namespace allfold::command::report
