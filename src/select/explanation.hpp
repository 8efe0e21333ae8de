/// @file Explanation: what is chosen for a problem, why, and what else there is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "select/choose.hpp"

namespace allfold::select {

/// A candidate, with what is predicted of it.
struct Prediction {
  rules::RuledKernel use;  ///< with the parameters that are the cheapest in the model
  double predicted;        ///< seconds in the model
  double expected;         ///< seconds as corrected by measurements
};

/// The candidates for the problem but native, by what is expected, the quickest first.
[[nodiscard]] std::vector<Prediction> predictions_of(const Problem& problem,
                                                     AllowedBrackets brackets,
                                                     const Knowledge& knowledge,
                                                     CandidateCache& candidates);

struct Explanation {
  Problem problem;
  Choice choice;
  cost::CostModel given;                ///< as users write it
  cost::CostModel model;                ///< as formulas take it for the problem
  std::vector<Prediction> predictions;  ///< by what is expected, the quickest first
  std::string corrected;                ///< where the corrections were measured; "": there are none
  /// At this very problem, the quickest first.
  std::vector<rules::MeasuredTime> measured;
};

/// `choice` is what choose() returns for the same.
[[nodiscard]] Explanation explanation_of(const Problem& problem, const Choice& choice,
                                         const Configuration& configuration,
                                         const Knowledge& knowledge, CandidateCache& candidates);

/// As lines of text.
[[nodiscard]] std::string text_of(const Explanation& explanation);

}  // namespace allfold::select
