#include "select/explanation.hpp"

#include <algorithm>

#include "algorithms/registry.hpp"
#include "select/cheapest.hpp"
#include "select/measured.hpp"
#include "text/format.hpp"

namespace allfold::select {

namespace {

std::string placement_of(const Problem& problem) {
  const int most = ranks_per_node_of(problem);
  if (most == problem.ranks && problem.ranks > 1) return "on one node";
  return most == 1 ? "one per node" : text::format("up to {} per node", most);
}

/// "" if pieces can be arbitrarily short.
std::string text_of(const Units& units) {
  if (units.are_many()) return "";
  return units == undivided ? ", not divisible"
                            : text::format(", divisible into at most {} parts", units.count);
}

bool counts_links(const Explanation& explanation) {
  return std::ranges::any_of(explanation.predictions,
                             [](const Prediction& each) { return each.link_in_use > 0; });
}

/// A line for each column of predictions beside the first one.
std::string text_of_columns(const Explanation& explanation) {
  std::string text;
  if (!explanation.corrected.empty())
    text += text::format("second column: the same, corrected by measurements {}\n",
                         explanation.corrected);
  if (counts_links(explanation))
    text +=
        "last column: time for which the busiest link is in use; the next call waits for it, so "
        "the sum of both times decides\n";
  return text;
}

std::string text_of_predictions(const Explanation& explanation) {
  std::size_t width = 0;
  for (const Prediction& prediction : explanation.predictions)
    width = std::max(width, rules::text_of(prediction.use).size());
  const bool is_corrected = !explanation.corrected.empty();
  std::string text;
  for (const Prediction& prediction : explanation.predictions) {
    text += text::format("  {:<{}}  {:>10}", rules::text_of(prediction.use), width,
                         cost::readable_seconds(prediction.predicted));
    if (is_corrected) text += text::format("  {:>10}", cost::readable_seconds(prediction.expected));
    if (counts_links(explanation))
      text += text::format("  {:>10}", cost::readable_seconds(prediction.link_in_use));
    text += '\n';
  }
  return text;
}

std::string text_of_measured(const Explanation& explanation) {
  if (explanation.measured.empty()) return "measured times of this call: none\n";
  std::size_t width = 0;
  for (const rules::MeasuredTime& time : explanation.measured)
    width = std::max(width, rules::text_of(time.candidate).size());
  std::string text = "measured times of this call (median, 95 % interval):\n";
  for (const rules::MeasuredTime& time : explanation.measured)
    text += text::format("  {:<{}}  {:>10}  {} to {}\n", rules::text_of(time.candidate), width,
                         cost::readable_seconds(time.seconds.median),
                         cost::readable_seconds(time.seconds.low),
                         cost::readable_seconds(time.seconds.high));
  return text;
}

}  // namespace

// One prediction for each kernel: that of its cheapest parameters.
std::vector<Prediction> predictions_of(const Problem& problem, AllowedBrackets brackets,
                                       const Knowledge& knowledge, CandidateCache& candidates) {
  const Measured measured(problem, knowledge, candidates);
  const cost::CostModel model = model_for(problem, knowledge);
  const algorithms::Task task = task_of(problem);
  std::vector<Prediction> all;
  for (const algorithms::Kernel& kernel : algorithms::kernels()) {
    if (!kernel.serves(problem.collective)) continue;
    const auto found =
        cheapest({.kernel = kernel,
                  .task = task,
                  .brackets = brackets,
                  .model = as_met_by(kernel, model),
                  .bytes = static_cast<double>(problem.bytes),
                  .units = problem.units,
                  .basis = basis_of(measured)},
                 candidates, [&](const algorithms::Parameters& parameters) {
                   return obstacle(kernel, parameters, problem, brackets, candidates).empty();
                 });
    if (!found) continue;
    const double correction = measured.correction(kernel);
    all.push_back({.use = {.kernel = &kernel, .parameters = found->parameters},
                   .predicted = found->seconds,
                   .expected = found->seconds * correction,
                   .link_in_use = found->link_in_use * correction});
  }
  std::ranges::stable_sort(all, {}, [](const Prediction& prediction) {
    return prediction.expected + prediction.link_in_use;
  });
  return all;
}

Explanation explanation_of(const Problem& problem, const Choice& choice,
                           const Configuration& configuration, const Knowledge& knowledge,
                           CandidateCache& candidates) {
  const AllowedBrackets brackets =
      configuration.reproducible != 0 ? AllowedBrackets::class_f : AllowedBrackets::all;
  const Measured measured(problem, knowledge, candidates);
  return {.problem = problem,
          .choice = choice,
          .given = knowledge.model,
          .model = model_for(problem, knowledge),
          .predictions = predictions_of(problem, brackets, knowledge, candidates),
          .corrected = measured.is_there() ? measured.where() : "",
          .measured = measured.at_problem()};
}

std::string text_of(const Explanation& explanation) {
  const Problem& problem = explanation.problem;
  const auto& choice = explanation.choice;
  return text::format(
      "{} on {} ranks, {}, {} B{}, {} operation\n"
      "chosen: {}{}\n"
      "because: {}\n"
      "predicted times, by the cost model with {}:\n{}{}{}",
      schedule::name_of(problem.collective), problem.ranks, placement_of(problem), problem.bytes,
      text_of(problem.units), rules::name_of(operation_class_of(problem)), text_of(choice),
      choice.segment_bytes ? ", segments of " + rules::text_of_segment(*choice.segment_bytes) : "",
      choice.reason, cost::text_of(explanation.given), text_of_columns(explanation),
      text_of_predictions(explanation), text_of_measured(explanation));
}

}  // namespace allfold::select
