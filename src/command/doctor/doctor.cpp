#include "command/doctor/doctor.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "allfold/allfold.h"
#include "command/doctor/checks.hpp"
#include "command/doctor/node_draft.hpp"
#include "command/job.hpp"
#include "command/output.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

Findings all_findings(const Request& request) {
  const loading::OwnLibrary library = loading::own_library();
  if (!request.program.empty()) hand_over(request.program, library);
  Findings findings = check_installation(library);
  const auto add = [&findings](Findings more) {
    std::ranges::move(more, std::back_inserter(findings));
  };
  if (!request.program.empty()) add(check_program(request.program, library));
  add(check_processors());
  add(check_node());
  add(check_settings(library));
  return findings;
}

void print(const Finding& finding) {
  text::print("{:<8} {}: {}{}{}\n", name_of(finding.level), finding.subject, finding.text,
              finding.remedy.empty() ? "" : "; ", finding.remedy);
}

std::string json_of(const Findings& findings, std::int64_t problems) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Finding& finding : findings)
    list.push_back({{"level", name_of(finding.level)},
                    {"subject", finding.subject},
                    {"text", finding.text},
                    {"remedy", finding.remedy}});
  const Json all = {{"allfold", ALLFOLD_VERSION}, {"problems", problems}, {"findings", list}};
  // File names may not be valid UTF-8.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Why values are those of that node.
std::string_view text_of(NodeFamily::Reason reason) {
  using enum NodeFamily::Reason;
  if (reason == asked_for) return "as --like asks for";
  return reason == same_family ? "which has processors of the same family"
                               : "since no known node has such processors; see --like";
}

/// Writes the node file, and tells how much of it is known.
Finding described_node(const Request& request) {
  std::optional<MeasuredLimits> limits;
  if (!request.limits_file.empty()) limits = read_limits(request.limits_file);
  const Part node = node_tree();
  const NodeFamily family = family_of(node, request.like);
  const NodeDraft draft =
      draft_of(node, family, limits, std::filesystem::path(request.node_file).stem().string());
  write_output("--node-model", request.node_file, text_of(draft.file));
  return {.subject = "node model",
          .text = text::format("{}: {} values read, {} measured, {} assumed as those of {}, {}",
                               request.node_file, draft.read, draft.measured, draft.assumed,
                               family.node.node.name, text_of(family.reason))};
}

void check_options(const Request& request) {
  if (!request.node_file.empty()) return;
  for (const auto& [option, value] :
       std::array{std::pair{"--limits", &request.limits_file}, std::pair{"--like", &request.like}})
    if (!value->empty())
      throw UsageError(
          text::format("{}: no node file is written: expected --node-model FILE, too", option));
}

/// Returns the number of problems.
std::int64_t examine(const Request& request) {
  check_options(request);
  std::optional<Finding> written;
  if (!request.node_file.empty()) written = described_node(request);
  Findings findings = all_findings(request);
  if (written) findings.push_back(*written);
  std::ranges::for_each(findings, print);
  const std::int64_t problems =
      std::ranges::count(findings, Finding::Level::problem, &Finding::level);
  text::print("{}\n", problems == 0   ? "no problem"
                      : problems == 1 ? "1 problem"
                                      : text::format("{} problems", problems));
  write_output("--json", request.json_file, json_of(findings, problems));
  return problems;
}

}  // namespace

int run(const Request& request) {
  std::int64_t problems = 0;
  const int status = finished("doctor", [&] { problems = examine(request); });
  return problems == 0 ? status : static_cast<int>(Status::failed);
}

}  // namespace allfold::command::doctor
