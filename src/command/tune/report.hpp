/// @file The tuner's results as text for the user.
#pragma once

#include <string>

#include "command/tables.hpp"
#include "rules/rules.hpp"
#include "tuning/judgement.hpp"

namespace allfold::command::tune {

/// What the choices gain, from turns that did not make the choices, and the share of their time in
/// which ranks waited for processors.
struct Court {
  const tuning::Judgements& judgements;
  double waited;
};

/// The model, a table of all points with the choices there, and a map of the choices for each
/// collective. Ratios are those of `court`.
[[nodiscard]] std::string report(const rules::Rules& rules, const Court& court, TableStyle style);

}  // namespace allfold::command::tune
