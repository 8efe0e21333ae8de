#include "command/explain/record.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "algorithms/link_sharing.hpp"
#include "cost/parameters.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const select::Choice& choice) {
  Json object = {{"kernel", select::text_of(choice)}, {"reason", choice.reason}};
  if (choice.segment_bytes) object["segment"] = *choice.segment_bytes;
  return object;
}

Json json_of(const select::Prediction& prediction) {
  Json object = {{"kernel", rules::text_of(prediction.use)},
                 {"predicted", prediction.predicted},
                 {"expected", prediction.expected}};
  if (prediction.link_in_use > 0) object["link_in_use"] = prediction.link_in_use;
  return object;
}

Json json_of(const rules::MeasuredTime& time) {
  return {{"kernel", rules::text_of(time.candidate)},
          {"median", time.seconds.median},
          {"low", time.seconds.low},
          {"high", time.seconds.high}};
}

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const select::Explanation& explanation) {
  const select::Problem& problem = explanation.problem;
  return {{"collective", schedule::name_of(problem.collective)},
          {"operation", rules::name_of(select::operation_class_of(problem))},
          {"ranks", problem.ranks},
          {"ranks_per_node", select::ranks_per_node_of(problem)},
          {"bytes", problem.bytes},
          {"model", allfold::cost::text_of(explanation.given)},
          {"choice", json_of(explanation.choice)},
          {"kernels", list_of(explanation.predictions)},
          {"measured", list_of(explanation.measured)}};
}

/// The times of a candidate: the MPI library's call or a kernel.
struct Candidate {
  bool is_chosen = false;
  double predicted = 0;
  double measured = 0;
};

double predicted(const select::Explanation& explanation, const algorithms::Kernel* kernel,
                 const algorithms::Parameters& parameters) {
  if (kernel == nullptr) return 0;
  algorithms::Task task = select::task_of(explanation.problem);
  task.parameters = parameters;
  const auto bytes = static_cast<double>(explanation.problem.bytes);
  return select::formula_seconds(*kernel, task, explanation.model, bytes) +
         algorithms::seconds_a_byte_of_sharing(*kernel, task, explanation.model) * bytes;
}

std::map<std::string, Candidate> candidates_of(const select::Explanation& explanation) {
  std::map<std::string, Candidate> all;
  for (const select::Prediction& prediction : explanation.predictions)
    all[rules::text_of(prediction.use)].predicted = prediction.predicted;
  for (const rules::MeasuredTime& time : explanation.measured) {
    Candidate& candidate = all[rules::text_of(time.candidate)];
    candidate.predicted = predicted(explanation, time.candidate.kernel, time.candidate.parameters);
    candidate.measured = time.median();
  }
  const select::Choice& choice = explanation.choice;
  Candidate& chosen =
      all[rules::text_of(rules::RuledKernel{.kernel = choice.kernel,
                                            .parameters = choice.parameters,
                                            .segment_bytes = choice.segment_bytes})];
  chosen.is_chosen = true;
  chosen.predicted = predicted(explanation, choice.kernel, choice.parameters);
  return all;
}

std::string known(double time) { return time > 0 ? text::format("{}", time) : "-"; }

}  // namespace

std::string table_of(const std::vector<select::Explanation>& explanations) {
  std::string text =
      "collective\tranks\tranks_per_node\tbytes\tkernel\tchosen\tpredicted\tmeasured\n";
  for (const select::Explanation& explanation : explanations) {
    const select::Problem& problem = explanation.problem;
    for (const auto& [name, candidate] : candidates_of(explanation))
      text += text::format(
          "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", schedule::name_of(problem.collective), problem.ranks,
          select::ranks_per_node_of(problem), problem.bytes, name, candidate.is_chosen ? 1 : 0,
          known(candidate.predicted), known(candidate.measured));
  }
  return text;
}

std::string json_of(const std::vector<select::Explanation>& explanations) {
  Json document = Json::array();
  for (const select::Explanation& explanation : explanations)
    document.push_back(json_of(explanation));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace allfold::command::explain
