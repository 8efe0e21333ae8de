#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "command/doctor/checks.hpp"
#include "command/installed_data.hpp"
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

/// The file, and why it is used here.
std::string used(const rules::FoundRules& found) {
  const std::string parts = found.rules.machine ? rules::names_of_parts(*found.rules.machine) : "";
  return text::format("{}: for {}", found.file,
                      parts.empty() ? "all machines" : "machines with this " + parts);
}

void check_rules(const select::Configuration& configuration, Findings& findings) {
  constexpr std::string_view subject = "rules";
  const std::vector<std::string> paths = rules::default_rules_paths(installed_data());
  const rules::FoundRules found = rules::find_rules(
      {.setting = configuration.rules, .by_default = paths}, mpi::machine::fingerprint_of_machine);
  add(findings, Level::problem, subject, found.errors);
  // A file that the setting names is used in spite of such a note; others are not.
  const bool is_one = rules::names_one_file(configuration.rules);
  add(findings, is_one ? Level::note : Level::problem, subject, found.notes);
  add(findings, Level::note, subject, found.remarks);
  if (!found.errors.empty() || (is_one && !found.notes.empty())) return;
  if (!found.file.empty())
    findings.push_back({.subject = subject, .text = used(found)});
  else if (configuration.rules == "none")
    findings.push_back({.subject = subject, .text = "none (ALLFOLD_RULES=none)"});
  else
    findings.push_back({.level = Level::note,
                        .subject = subject,
                        .text = text::format("no rules file for this machine: looked for {}",
                                             configuration.rules == "auto"
                                                 ? text::format("{}", fmt::join(paths, ", "))
                                                 : configuration.rules),
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
