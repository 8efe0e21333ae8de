#include "select/trial_candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "select/explanation.hpp"

namespace allfold::select {

namespace {

/// A kernel of messages is left out if it takes more than this many times as long as the fastest
/// one.
constexpr double band = 3;

bool goes_by_messages(const Prediction& prediction) {
  return prediction.use.kernel->carrier == algorithms::Carrier::messages;
}

bool are_alike(const Prediction& a, const Prediction& b) {
  constexpr double rounding = 1e-9;
  return std::abs(a.predicted - b.predicted) <= rounding * a.predicted;
}

bool has_parameters_of(const Prediction& prediction, const rules::RuledKernel& chosen) {
  return prediction.use.kernel == chosen.kernel && prediction.use.parameters == chosen.parameters;
}

/// The kernels of messages that are worth a trial, without what was chosen.
std::vector<rules::RuledKernel> quickest_by_messages(const std::vector<Prediction>& predictions,
                                                     const rules::RuledKernel& chosen) {
  double least = std::numeric_limits<double>::infinity();
  for (const Prediction& prediction : predictions)
    if (goes_by_messages(prediction)) least = std::min(least, prediction.expected);
  std::vector<const Prediction*> different;
  for (const Prediction& prediction : predictions) {
    if (!goes_by_messages(prediction) || prediction.expected > band * least) continue;
    const auto alike = std::ranges::find_if(
        different, [&](const Prediction* other) { return are_alike(prediction, *other); });
    if (alike == different.end())
      different.push_back(&prediction);
    else if (has_parameters_of(prediction, chosen))
      *alike = &prediction;
  }
  std::vector<rules::RuledKernel> quickest;
  for (const Prediction* prediction : different)
    if (!has_parameters_of(*prediction, chosen)) quickest.push_back(prediction->use);
  return quickest;
}

}  // namespace

std::vector<rules::RuledKernel> trial_candidates(const Problem& problem, const Choice& choice,
                                                 const Knowledge& knowledge,
                                                 CandidateCache& candidates) {
  const rules::RuledKernel chosen{.kernel = choice.kernel,
                                  .parameters = choice.parameters,
                                  .segment_bytes = choice.segment_bytes};
  std::vector<rules::RuledKernel> all{chosen};
  if (chosen.kernel != nullptr) all.emplace_back();
  const std::vector<Prediction> predictions =
      predictions_of(problem, AllowedBrackets::all, knowledge, candidates);
  for (const Prediction& prediction : predictions)
    if (!goes_by_messages(prediction) && prediction.use.kernel != chosen.kernel)
      all.push_back(prediction.use);
  for (const rules::RuledKernel& kernel : quickest_by_messages(predictions, chosen))
    if (all.size() < most_trial_candidates) all.push_back(kernel);
  return all;
}

}  // namespace allfold::select
