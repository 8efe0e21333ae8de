#include <nlohmann/json.hpp>

#include "command/report/text.hpp"
#include "profile/json.hpp"
#include "text/format.hpp"

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

Json json_of(const std::vector<Entry>& entries) {
  Json list = Json::array();
  for (const Entry& entry : entries) {
    Json value = {{"name", entry.name}};
    value.update(json_of(entry.time));
    list.push_back(std::move(value));
  }
  return list;
}

Json json_of(const PredictedAndHad& row) {
  return {{"name", row.name},
          {"native", row.native},
          {"predicted", row.predicted ? json_of(*row.predicted) : Json(nullptr)},
          {"had", row.had}};
}

Json json_of(const Comparison& comparison) {
  Json rows = Json::array();
  for (const PredictedAndHad& row : comparison.rows) rows.push_back(json_of(row));
  return {{"native_run_seconds", comparison.native_run},
          {"allfold_run_seconds", comparison.allfold_run},
          {"set_up_seconds", comparison.set_up},
          {"rows", rows},
          {"total", json_of(comparison.total)}};
}

Json json_of(const std::vector<Run>& runs) {
  Json list = Json::array();
  for (const Run& run : runs)
    list.push_back({{"file", run.file}, {"profile", Json::parse(profile::text_of(run.profile))}});
  return list;
}

/// As RFC 4180 has it.
std::string csv_text(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) all += c == '"' ? std::string("\"\"") : std::string(1, c);
  return all + '"';
}

}  // namespace

std::string json_of(const Account& account, const std::vector<Run>& runs,
                    const Measured& measured) {
  Json value = {{"format", 1},
                {"kind", "report"},
                {"measurements", measured.source().empty() ? Json(nullptr)
                                                           : Json{{"file", measured.source()},
                                                                  {"points", measured.size()}}},
                {"run_seconds", account.run},
                {"total", json_of(account.total)},
                {"by_collective", json_of(account.by_collective)},
                {"by_size", json_of(account.by_size)},
                {"by_communicator", json_of(account.by_communicator)},
                {"by_algorithm", json_of(account.by_algorithm)},
                {"by_site", json_of(account.by_site)},
                {"classes", json_of(account.classes)},
                {"not_measured", account.not_measured}};
  value["comparison"] = account.comparison ? json_of(*account.comparison) : Json(nullptr);
  value["profiles"] = json_of(runs);
  return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_of(const Account& account) {
  std::string text =
      "class,calls,bytes,seconds,waiting,rest,not_split,judged,saved,saved_low,saved_high\n";
  for (const auto& [name, time] : account.classes) {
    text += text::format("{},{:.0f},{:.0f},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", csv_text(name),
                         time.calls, time.bytes, time.seconds, time.waiting, time.rest,
                         time.not_split, time.judged);
    text += time.judged > 0 ? text::format(",{:.9g},{:.9g},{:.9g}\n", time.saved.value,
                                           time.saved.low, time.saved.high)
                            : ",,,\n";
  }
  return text;
}

}  // namespace allfold::command::report
