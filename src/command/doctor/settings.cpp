#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "command/doctor/checks.hpp"
#include "command/installed_rules.hpp"
#include "mpi/machine/machine.hpp"
#include "rules/source.hpp"
#include "select/configuration.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Level = Finding::Level;

void add(Findings& findings, Level level, std::string_view subject,
         const std::vector<std::string>& texts) {
  for (const std::string& text : texts)
    findings.push_back({.level = level, .subject = subject, .text = text});
}

/// Reports problems of the environment. Returns the settings that are valid.
select::Configuration check_environment(Findings& findings) {
  constexpr std::string_view subject = "environment";
  const select::Environment environment = select::read_environment(environ);
  add(findings, Level::problem, subject, environment.errors);
  add(findings, Level::note, subject, environment.warnings);
  if (findings.empty())
    findings.push_back({.subject = subject, .text = "all ALLFOLD_ variables are valid"});
  return environment.configuration;
}

void check_rules(const select::Configuration& configuration, Findings& findings) {
  constexpr std::string_view subject = "rules";
  const std::vector<std::string> places = rules::default_rules_files(installed_rules());
  const rules::FoundRules found = rules::find_rules(
      {.setting = configuration.rules, .by_default = places}, mpi::machine::fingerprint_of_machine);
  add(findings, Level::problem, subject, found.errors);
  // If the file is not used, its name is missing here.
  add(findings, found.file.empty() ? Level::problem : Level::note, subject, found.notes);
  if (!found.errors.empty() || !found.notes.empty()) return;
  if (!found.file.empty())
    findings.push_back({.subject = subject, .text = found.file});
  else if (configuration.rules == "none")
    findings.push_back({.subject = subject, .text = "none (ALLFOLD_RULES=none)"});
  else
    findings.push_back(
        {.level = Level::note,
         .subject = subject,
         .text = text::format("no rules file: looked for {}", fmt::join(places, " and ")),
         .remedy = "'allfold tune -o FILE' can measure this machine and write one"});
}

/// Checks an entry of LD_PRELOAD. The loader searches for names without a slash.
Finding preload_finding(const std::string& entry, const loading::OwnLibrary& library) {
  constexpr std::string_view subject = "LD_PRELOAD";
  std::error_code failure;
  const bool is_missing =
      entry.find('/') != std::string::npos && !std::filesystem::exists(entry, failure);
  if (is_missing)
    return {.level = Level::problem,
            .subject = subject,
            .text = text::format("{}: no such file", entry),
            .remedy = "unset it, or correct it"};
  if (!loading::is_allfold(entry))
    return {.level = Level::note,
            .subject = subject,
            .text = text::format("{}: loaded into all programs that this shell starts", entry)};
  if (!library.file.empty() && !std::filesystem::equivalent(entry, library.file, failure))
    return {.level = Level::problem,
            .subject = subject,
            .text = text::format("{}: not the library of this command ({})", entry, library.file),
            .remedy = "unset it"};
  return {
      .level = Level::note,
      .subject = subject,
      .text = "Allfold is loaded into all programs that this shell starts, including the launcher",
      .remedy = "unset it, and start programs by 'allfold run'"};
}

}  // namespace

Findings check_settings(const loading::OwnLibrary& library) {
  Findings findings;
  const select::Configuration configuration = check_environment(findings);
  check_rules(configuration, findings);
  const char* preload = std::getenv("LD_PRELOAD");
  for (const std::string& entry : loading::preloaded(preload == nullptr ? "" : preload))
    findings.push_back(preload_finding(entry, library));
  return findings;
}

}  // namespace allfold::command::doctor
