#include "command/explain/record.hpp"

#include <nlohmann/json.hpp>

#include "select/model.hpp"

namespace allfold::explain {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Choice& choice) {
  Json object = {{"kernel", text_of(choice)}, {"reason", choice.reason}};
  if (choice.segment_bytes) object["segment"] = *choice.segment_bytes;
  return object;
}

Json json_of(const Prospect& prospect) {
  return {{"kernel", text_of(prospect.use)},
          {"predicted", prospect.predicted},
          {"expected", prospect.expected}};
}

Json json_of(const MeasuredTime& time) {
  return {{"kernel", text_of(time.contender)},
          {"median", time.median},
          {"low", time.low},
          {"high", time.high}};
}

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const Explanation& explanation) {
  const Problem& problem = explanation.problem;
  return {{"collective", name_of(problem.collective)},
          {"operation", name_of(operation_class_of(problem))},
          {"ranks", problem.ranks},
          {"ranks_per_machine", ranks_per_machine_of(problem)},
          {"bytes", problem.bytes},
          {"model", text_of(explanation.model)},
          {"choice", json_of(explanation.choice)},
          {"kernels", list_of(explanation.prospects)},
          {"measured", list_of(explanation.measured)}};
}

}  // namespace

std::string json_of(const std::vector<Explanation>& explanations) {
  Json document = Json::array();
  for (const Explanation& explanation : explanations) document.push_back(json_of(explanation));
  return document.dump(2) + '\n';
}

}  // namespace allfold::explain
