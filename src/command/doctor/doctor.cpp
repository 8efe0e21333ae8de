#include "command/doctor/doctor.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "allfold/allfold.h"
#include "command/doctor/checks.hpp"
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

}  // namespace

int run(const Request& request) {
  const Findings findings = all_findings(request);
  std::ranges::for_each(findings, print);
  const std::int64_t problems =
      std::ranges::count(findings, Finding::Level::problem, &Finding::level);
  text::print("{}\n", problems == 0   ? "no problem"
                      : problems == 1 ? "1 problem"
                                      : text::format("{} problems", problems));
  const int status = finished(
      "doctor", [&] { write_output("--json", request.json_file, json_of(findings, problems)); });
  return problems == 0 ? status : static_cast<int>(Status::failed);
}

}  // namespace allfold::command::doctor
