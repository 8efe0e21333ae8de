/// @file The findings as JSON and as an HTML page.
#include <nlohmann/json.hpp>

#include "allfold/allfold.h"
#include "command/report/text.hpp"
#include "command/try_out/text.hpp"
#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(Findings::Difference difference) {
  switch (difference) {
    case Findings::Difference::faster: return "faster";
    case Findings::Difference::slower: return "slower";
    case Findings::Difference::none: return "none";
    case Findings::Difference::too_few_runs: break;
  }
  return "too few runs";
}

std::string_view name_of(End::How how) {
  switch (how) {
    case End::How::exited: return "exited";
    case End::How::killed: return "killed";
    case End::How::timed_out: return "timed out";
    case End::How::stopped: return "stopped";
    case End::How::not_started: break;
  }
  return "not started";
}

Json json_of(const End& end) {
  return {{"how", name_of(end.how)},
          {"status", end.status},
          {"seconds", end.seconds},
          {"was_paused", end.was_paused}};
}

Json json_of(const Side& side) {
  Json value = {{"median_seconds", side.seconds.empty() ? Json(nullptr) : Json(side.median())},
                {"seconds", side.seconds}};
  if (!side.time) return value.update({{"of_a_rank", nullptr}}), value;
  value["of_a_rank"] = {{"run_seconds", side.run},
                        {"reductions_seconds", side.time->seconds},
                        {"waiting_seconds", side.time->waiting},
                        {"rest_seconds", side.time->rest},
                        {"not_split_seconds", side.time->not_split}};
  return value;
}

Json json_of(const std::vector<Attempt>& attempts) {
  Json runs = Json::array();
  for (const Attempt& attempt : attempts) {
    Json run = {{"way", try_out::name_of(attempt.served_by)}};
    run.update(json_of(attempt.end));
    runs.push_back(std::move(run));
  }
  return runs;
}

Json json_of(const std::optional<Check>& check) {
  if (!check) return nullptr;
  Json value = {{"end", json_of(check->end)}, {"outcome", nullptr}};
  if (check->outcome)
    value["outcome"] = {{"calls", check->outcome->calls},
                        {"mismatches", check->outcome->mismatches},
                        {"calls_with_operations_of_the_program", check->outcome->by_program},
                        {"unexplained", check->outcome->unexplained}};
  return value;
}

/// The findings as JSON, without the report.
Json summary_of(const Findings& findings, const Subject& subject,
                const std::vector<Attempt>& attempts) {
  Json not_served = Json::array();
  for (const NotServed& each : findings.not_served)
    not_served.push_back({{"reason", each.reason}, {"calls", each.calls}});
  Json slower = Json::array();
  for (const Slower& each : findings.slower)
    slower.push_back({{"calls", each.calls},
                      {"native_seconds", each.native},
                      {"allfold_seconds", each.allfold}});
  const Conclusion conclusion = conclusion_of(findings, subject);
  return {{"format", 1},
          {"kind", "try"},
          {"allfold", allfold_version()},
          {"command", subject.command},
          {"program", findings.program},
          {"mpi", findings.mpi},
          {"ranks", findings.ranks},
          {"runs", json_of(attempts)},
          {"native", json_of(findings.native)},
          {"with_allfold", json_of(findings.allfold)},
          {"difference", name_of(findings.difference)},
          {"calls", findings.calls},
          {"not_served", not_served},
          {"slower", slower},
          {"fails_with_allfold_only", !findings.failures_with_allfold_only().empty()},
          {"check", json_of(findings.check)},
          {"finding", conclusion.finding},
          {"next", conclusion.next}};
}

Json report_of(const Findings& findings, const std::vector<Attempt>& attempts) {
  if (!findings.account) return nullptr;
  return Json::parse(report::json_of(*findings.account, profiles_of(counted(attempts)), {}));
}

std::string dumped(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json_of(const Findings& findings, const Subject& subject,
                    const std::vector<Attempt>& attempts) {
  Json value = summary_of(findings, subject, attempts);
  value["report"] = report_of(findings, attempts);
  return dumped(value, 1);
}

std::string html_of(const Findings& findings, const Subject& subject,
                    const std::vector<Attempt>& attempts) {
  Json value = report_of(findings, attempts);
  if (value.is_null()) value = Json::parse(report::json_of(report::Account(), {}, {}));
  value["try"] = summary_of(findings, subject, attempts);
  return report::html_of(dumped(value, -1));
}

}  // namespace allfold::command::try_out
