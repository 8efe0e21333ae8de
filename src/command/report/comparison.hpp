/// @file Comparison: what was predicted of native runs, and what runs with Allfold had.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/report/time.hpp"

namespace allfold::command::report {

/// What was predicted of a kind of calls, from a run without Allfold, and what a run with it had;
/// seconds of the rest, of a rank on average, in one run.
struct PredictedAndHad {
  std::string name;
  double native = 0;
  std::optional<Range> predicted;  ///< absent: not all of it is judged
  double had = 0;
  std::vector<std::string> served_by;  ///< with Allfold: the algorithms, by descending seconds
};

/// Kinds of calls that are not compared, and seconds of a rank in them in one run.
struct LeftOut {
  int kinds = 0;
  double seconds = 0;

  void add(double of_a_run) {
    ++kinds;
    seconds += of_a_run;
  }
};

struct Comparison {
  std::vector<PredictedAndHad> rows;
  PredictedAndHad total;  ///< of the rows with a prediction; of all, if there is none
  LeftOut not_split;      ///< of too much of their time nobody knows whether it was waiting; native
  LeftOut on_one_side;    ///< only native runs make them, or only the others
  double native_run = 0;  ///< seconds of a whole run
  double allfold_run = 0;
  double set_up = 0;  ///< seconds of setting communicators up, with Allfold
};

[[nodiscard]] bool is_native(const Run& run);

/// What calls are in native runs and in others, whatever served them.
[[nodiscard]] std::string name_of_calls(const profile::ClassKey& key);

/// Why native runs are not to be compared with the others: "of solver and of heat"; "" if they are
/// alike.
[[nodiscard]] std::string difference_of(const std::vector<Run>& runs);

/// Of native runs with the others; absent where all are of one kind, or they are not alike.
[[nodiscard]] std::optional<Comparison> comparison_of(const std::vector<Run>& runs,
                                                      const Measured& measured);

}  // namespace allfold::command::report
