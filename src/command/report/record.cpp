#include <nlohmann/json.hpp>

#include "allfold/allfold.h"
#include "command/report/measured_record.hpp"
#include "command/report/text.hpp"
#include "profile/json.hpp"

namespace allfold::command::report {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Range& range) {
  return {{"value", range.value}, {"low", range.low}, {"high", range.high}};
}

Json json_of(const Time& time) {
  Json value = {{"calls", time.calls},     {"bytes", time.bytes},
                {"seconds", time.seconds}, {"waiting", time.waiting},
                {"rest", time.rest},       {"not_split", time.not_split},
                {"judged", time.judged},   {"not_judged", time.not_judged}};
  value["saved"] = time.judged > 0 ? json_of(time.saved) : Json(nullptr);
  return value;
}

/// The limits [from, below) in bytes; null for any size.
Json json_of_size(int size_class) {
  if (size_class == profile::Kind::any_size) return nullptr;
  const profile::Lengths lengths = profile::lengths_of(size_class);
  return {lengths.from, lengths.below};
}

Json json_of(const Common& common) {
  Json value = Json::object();
  const auto add = [&](const char* key, const std::string& text) {
    if (!text.empty()) value[key] = text;
  };
  if (common.collective) value["collective"] = schedule::name_of(*common.collective);
  if (common.size_class) value["vector_bytes"] = json_of_size(*common.size_class);
  if (common.communicator)
    value["communicator"] = {{"name", common.communicator->name},
                             {"ranks", common.communicator->ranks},
                             {"nodes", common.communicator->nodes},
                             {"ranks_per_node", common.communicator->ranks_per_node}};
  if (common.ranks) value["ranks"] = *common.ranks;
  add("operation", common.operation);
  add("type", common.type);
  add("algorithm", common.algorithm);
  add("site", common.site);
  return value;
}

Json json_of(const std::vector<Entry>& entries) {
  Json list = Json::array();
  for (const Entry& entry : entries) {
    Json value = {{"name", entry.name}};
    value.update(json_of(entry.common));
    value.update(json_of(entry.time));
    list.push_back(std::move(value));
  }
  return list;
}

Json json_of(const PredictedAndHad& row) {
  return {{"name", row.name},
          {"native", row.native},
          {"predicted", row.predicted ? json_of(*row.predicted) : Json(nullptr)},
          {"had", row.had},
          {"served_by", row.served_by}};
}

Json json_of(const LeftOut& left_out) {
  return {{"kinds", left_out.kinds}, {"seconds", left_out.seconds}};
}

Json json_of(const Comparison& comparison) {
  Json rows = Json::array();
  for (const PredictedAndHad& row : comparison.rows) rows.push_back(json_of(row));
  return {{"native_run_seconds", comparison.native_run},
          {"allfold_run_seconds", comparison.allfold_run},
          {"set_up_seconds", comparison.set_up},
          {"rows", rows},
          {"total", json_of(comparison.total)},
          {"left_out",
           {{"not_split", json_of(comparison.not_split)},
            {"on_one_side", json_of(comparison.on_one_side)}}}};
}

Json json_of(const std::vector<Run>& runs) {
  Json list = Json::array();
  for (const Run& run : runs)
    list.push_back({{"file", run.file}, {"profile", Json::parse(profile::text_of(run.profile))}});
  return list;
}

}  // namespace

std::string json_of(const Account& account, const std::vector<Run>& runs, const Measured& measured,
                    JsonStyle style) {
  const bool has_runs = !runs.empty();
  Json value = {{"format", 1},
                {"kind", "report"},
                {"allfold", allfold_version()},
                {"measurements", measurements_json(measured)},
                {"account_of", account.comparison ? "native runs" : "all runs"},
                {"run_seconds", has_runs ? Json(account.run) : Json(nullptr)},
                {"total", has_runs ? json_of(account.total) : Json(nullptr)},
                {"by_collective", json_of(account.by_collective)},
                {"by_size", json_of(account.by_size)},
                {"by_size_and_ranks", json_of(account.by_size_and_ranks)},
                {"by_communicator", json_of(account.by_communicator)},
                {"by_algorithm", json_of(account.by_algorithm)},
                {"by_site", json_of(account.by_site)},
                {"classes", json_of(account.classes)},
                {"not_measured", account.not_measured}};
  value["comparison"] = account.comparison ? json_of(*account.comparison) : Json(nullptr);
  value["not_compared"] = account.not_compared.empty() ? Json(nullptr) : Json(account.not_compared);
  value["profiles"] = json_of(runs);
  const int indent = style == JsonStyle::for_people ? 1 : -1;
  return value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace allfold::command::report
