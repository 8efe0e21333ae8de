#include "command/report/measured_record.hpp"

#include <nlohmann/json.hpp>

namespace allfold::command::report {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const rules::Interval& median) {
  return {{"value", median.median}, {"low", median.low}, {"high", median.high}};
}

Json json_of(const std::optional<rules::Interval>& median) {
  return median ? json_of(*median) : Json(nullptr);
}

Json known(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json json_of(const Question& at) {
  return {{"ranks", at.ranks}, {"ranks_per_node", at.ranks_per_node}, {"bytes", at.bytes}};
}

Json json_of(const MeasuredPoint& point) {
  Json candidates = Json::array();
  for (const Candidate& candidate : point.candidates)
    candidates.push_back({{"name", candidate.name}, {"seconds", json_of(candidate.seconds)}});
  Json value = {{"collective", schedule::name_of(point.at.collective)},
                {"operation", rules::name_of(point.at.operation)}};
  value.update(json_of(point.at));
  value.update({{"timing", known(point.timing)},
                {"asked_for", point.asked_for},
                {"served_by", known(point.served_by)},
                {"reason", known(point.reason)},
                {"native", json_of(point.native)},
                {"allfold", json_of(point.allfold)},
                {"ratio", json_of(point.ratio)},
                {"by_turns_that_chose", point.turns == MeasuredPoint::Turns::that_chose},
                {"candidates", std::move(candidates)}});
  return value;
}

Json json_of(const Summary& summary) {
  const auto extreme = [](const MeasuredPoint& point) {
    Json value = {{"ratio", point.ratio.median}};
    value.update(json_of(point.at));
    return value;
  };
  return {{"collective", schedule::name_of(summary.collective)},
          {"timing", known(summary.timing)},
          {"asked_for", summary.asked_for},
          {"points", summary.points},
          {"geometric_mean", summary.mean},
          {"faster", summary.faster},
          {"slower", summary.slower},
          {"worst", extreme(*summary.worst)},
          {"best", extreme(*summary.best)}};
}

Json json_of(const MeasuredOn& on) {
  return {{"file", on.file},
          {"mpi", known(on.mpi)},
          {"processor", known(on.processor)},
          {"processors", on.processors == 0 ? Json(nullptr) : Json(on.processors)},
          {"network", known(on.network)},
          {"type", known(on.type)},
          {"operation", known(on.operation)}};
}

template <class Item>
Json list_of(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

}  // namespace

nlohmann::ordered_json measurements_json(const Measured& measured) {
  if (!measured.is_there()) return nullptr;
  return {{"files", list_of(measured.files())},
          {"summaries", list_of(summaries_of(measured))},
          {"points", list_of(measured.points())}};
}

}  // namespace allfold::command::report
