/// @file Account: where the time of reductions goes, and what Allfold would save of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// All seconds are those of a rank, on average over all ranks.
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

  void add(const Time& other);
};

/// What all calls of an entry have in common; the rest is absent, or "".
struct Common {
  std::optional<schedule::Collective> collective = {};
  std::optional<int> size_class = {};
  std::optional<int> ranks = {};  ///< of the communicator; 0: any, merged
  std::optional<profile::CommunicatorKind> communicator = {};
  std::string operation = {};
  std::string type = {};
  std::string algorithm = {};
  std::string site = {};
};

/// One line of a table.
struct Entry {
  std::string name = {};
  Common common = {};
  Time time = {};
};

/// What was predicted of a kind of calls, from a run without Allfold, and what a run with it had;
/// seconds of the rest, of a rank on average, in one run.
struct PredictedAndHad {
  std::string name;
  double native = 0;
  std::optional<Range> predicted;  ///< absent: not all of it is judged
  double had = 0;
};

struct Comparison {
  std::vector<PredictedAndHad> rows;
  PredictedAndHad total;  ///< of the rows with a prediction; of all, if there is none
  double native_run = 0;  ///< seconds of a whole run
  double allfold_run = 0;
  double set_up = 0;  ///< seconds of setting communicators up, with Allfold
};

struct Account {
  double run = 0;  ///< seconds of all runs
  Time total;
  /// Each of them by descending seconds.
  std::vector<Entry> by_collective;
  std::vector<Entry> by_size;
  std::vector<Entry> by_size_and_ranks;
  std::vector<Entry> by_communicator;
  std::vector<Entry> by_algorithm;
  std::vector<Entry> by_site;  ///< none: the profiles have no sites
  std::vector<Entry> classes;
  std::vector<std::string> not_measured;  ///< "16 ranks, 4 on a node"
  std::optional<Comparison> comparison;
  /// Why native runs are not compared with the others: "of solver and of heat"; otherwise "".
  std::string not_compared;
};

/// Adds runs up. Where some are native, and others of the same program on as many ranks are not,
/// compares them.
[[nodiscard]] Account account_of(const std::vector<Run>& runs, const Measured& measured);

}  // namespace allfold::command::report
