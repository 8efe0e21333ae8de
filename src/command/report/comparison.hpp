/// @file Compares the predicted time of native runs with the measured time of runs with Allfold.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/report/time.hpp"

namespace allfold::command::report {

/// One kind of calls: its native time, the prediction from the native runs, and the time with
/// Allfold. All in seconds of an average rank in one run, without waiting for late ranks.
struct PredictedAndHad {
  std::string name;
  double native = 0;
  std::optional<Range> predicted;  ///< absent: measurements do not cover all of it
  double had = 0;
  std::vector<std::string> served_by;  ///< algorithms with Allfold, the longest times first
};

/// Kinds of calls that are not compared, and their seconds of a rank in one run.
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
  PredictedAndHad total;  ///< of the rows with a prediction; of all rows if none has one
  LeftOut not_split;      ///< calls with too much time that is not split; native seconds
  LeftOut on_one_side;    ///< only native runs, or only runs with Allfold, make these calls
  double native_run = 0;  ///< seconds of a whole run
  double allfold_run = 0;
  double set_up = 0;  ///< seconds of setting up communicators, with Allfold
};

[[nodiscard]] bool is_native(const Run& run);

/// The name of a kind of calls, whichever algorithm served them.
[[nodiscard]] std::string name_of_calls(const profile::ClassKey& key);

/// Why native runs cannot be compared with the others: "of solver and of heat". "" if they can.
[[nodiscard]] std::string difference_of(const std::vector<Run>& runs);

/// Compares native runs with the others. Absent if all runs are of one kind, or cannot be compared.
[[nodiscard]] std::optional<Comparison> comparison_of(const std::vector<Run>& runs,
                                                      const Measured& measured);

}  // namespace allfold::command::report
