/// @file Explanation: what is chosen for a problem, why, and what the alternatives are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "select/choose.hpp"

namespace allfold::select {

/// A candidate with its predicted times.
struct Prediction {
  rules::RuledKernel use;  ///< with the parameters that are the cheapest in the model
  double predicted;        ///< seconds in the model
  double expected;         ///< seconds as corrected by measurements
  double link_in_use;      ///< seconds: Cheapest::link_in_use, corrected as `expected`
};

/// All candidates for the problem except native, the best first: by expected time, to which
/// `link_in_use` is added.
[[nodiscard]] std::vector<Prediction> predictions_of(const Problem& problem,
                                                     AllowedBrackets brackets,
                                                     const Knowledge& knowledge,
                                                     CandidateCache& candidates);

struct Explanation {
  Problem problem;
  Choice choice;
  cost::CostModel given;                ///< as users write it
  cost::CostModel model;                ///< as formulas use it for the problem
  std::vector<Prediction> predictions;  ///< the best first
  std::string corrected;                ///< where the corrections were measured; "": there are none
  /// The times that were measured at exactly this problem, the fastest first.
  std::vector<rules::MeasuredTime> measured;
};

/// `choice` is what choose() returns for the same arguments.
[[nodiscard]] Explanation explanation_of(const Problem& problem, const Choice& choice,
                                         const Configuration& configuration,
                                         const Knowledge& knowledge, CandidateCache& candidates);

/// The explanation as lines of text.
[[nodiscard]] std::string text_of(const Explanation& explanation);

}  // namespace allfold::select
