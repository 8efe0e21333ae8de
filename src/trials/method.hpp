/// @file Method: how the candidates of a trial are timed, and how they are judged.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allfold::trials {

/// Which calls are not timed, because they prepare programs, memory and caches.
enum class WarmUp : std::uint8_t {
  none,
  first_turn,  ///< one more turn of each candidate before all others
  each_turn,   ///< one more call at the beginning of each turn
};

/// What a trial is for.
enum class Aim : std::uint8_t {
  /// The fastest candidate, with few calls. After each round the slower half drops out, and the
  /// incumbent if it is far slower.
  winner,
  /// The times of the fastest candidates, and that of the incumbent, which never drops out. Of the
  /// slower half only those drop out that are slower beyond noise.
  times,
};

struct Method {
  Aim aim = Aim::winner;
  /// A turn is so many successive calls of one candidate.
  int calls_of_turn = 1;
  WarmUp warm_up = WarmUp::none;
  /// The turns of each candidate in the first round. Each further round has twice as many, after
  /// the first `rounds_alike` rounds.
  int first_turns = 1;
  int rounds_alike = 1;
  /// The trial ends after so many rounds; 0: after any number.
  int most_rounds = 0;
  /// Calls of each candidate before a trial of several candidates may end early. If times are the
  /// aim, this is also for one that is left.
  std::size_t fewest_calls = 0;
  /// From so many calls of a candidate on, its interval shows the noise, and its median is its
  /// time. Of fewer calls the shortest counts: disturbances only make calls longer.
  std::size_t telling_calls = 1;
  /// A candidate with fewer calls is slower beyond noise if even its shortest call takes more than
  /// this percentage of the longest one of the fastest candidate.
  int percent_of_noise = 200;
  /// A candidate replaces the incumbent if its time is below this percentage of the incumbent's
  /// time; 0: if it is faster beyond noise.
  int percent_to_replace = 0;
};

}  // namespace allfold::trials
