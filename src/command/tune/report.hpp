/// @file What the tuner learnt, for the user to read.
#pragma once

#include <string>

#include "command/tables.hpp"
#include "rules/rules.hpp"
#include "tuning/verdict.hpp"

namespace allfold::command::tune {

/// What judged the choices: turns that did not choose, and the share of their time for which ranks
/// waited for processors.
struct Court {
  const tuning::Judgements& judgements;
  double waited;
};

/// The model, a table of all points with what was chosen there, and a map of that for each
/// collective. Ratios are those of the court.
[[nodiscard]] std::string report(const rules::Rules& rules, const Court& court, TableStyle style);

}  // namespace allfold::command::tune
