/// @file Time: what the calls of a profile took, and what Allfold would save of it.
#pragma once

#include <string>

#include "command/report/measured.hpp"
#include "profile/profile.hpp"

namespace allfold::command::report {

/// A profile that was read.
struct Run {
  std::string file;
  profile::Profile profile;
};

/// Seconds, and the ends of their interval.
struct Range {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// All seconds are those of a rank, on average over all ranks. Of runs on different numbers of ranks
/// each counts by its ranks, as their processors cost the same: the sum over runs is that of as many
/// runs on the average number of ranks. Calls and bytes are those that were made.
struct Time {
  double calls = 0;
  double bytes = 0;    ///< in all calls
  double seconds = 0;  ///< in the calls
  double waiting = 0;
  double rest = 0;
  double not_split = 0;  ///< waiting or rest: not known
  /// Of the rest in native calls, for which measurements speak, and what Allfold would save of it:
  /// below 0 it would lose.
  double judged = 0;
  Range saved;
  /// Of the rest in native calls, of which nothing is known.
  double not_judged = 0;

  /// Of a run whose seconds count so many times.
  void add(const Time& other, double weight = 1);
};

/// Whether so little of it is not split that this is taken to wait as much as the rest.
[[nodiscard]] bool is_split(const Time& time);

/// What served calls. Where nothing was replaced that is known of calls, too, that were merged
/// because there were too many classes.
[[nodiscard]] std::string algorithm_of(const profile::Profile& profile, const profile::Kind& kind);

/// What measurements are asked about calls; absent where they cannot tell, as of operations of the
/// program's own.
[[nodiscard]] std::optional<Question> question_of(const profile::ClassKey& key,
                                                  const profile::ClassSums& sums);

/// Of a rank of this profile, in one of its classes.
[[nodiscard]] Time time_of(const profile::Profile& profile, const profile::ClassKey& key,
                           const profile::ClassSums& sums, const Measured& measured);

/// Seconds of a rank, of those of all ranks that were observed.
[[nodiscard]] double of_a_rank(const profile::Profile& profile, double seconds);

}  // namespace allfold::command::report
