#include "command/run/settings.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "command/usage_error.hpp"
#include "rules/source.hpp"
#include "select/configuration.hpp"
#include "system/process_name.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::run {

namespace {

/// The value with an absolute file name, so that it does not depend on the ranks' working
/// directory.
std::string value_for_ranks(const Setting& setting, const std::string& given) {
  if (setting.value != Setting::Value::file || given == "none" || given == "auto") return given;
  std::error_code failure;
  const auto file = std::filesystem::absolute(given, failure);
  return failure ? given : file.lexically_normal().string();
}

void check_rules(const std::string& setting) {
  const rules::FoundRules found = rules::find_rules({.setting = setting, .by_default = {}}, {});
  if (!found.errors.empty()) throw UsageError(text::format("{}", fmt::join(found.errors, "\n")));
}

/// A warning if the profile might not be written, or "". Rank 0 writes it at the end of the run,
/// perhaps on another node.
std::string check_profile(const Setting& setting, const std::string& given) {
  namespace fs = std::filesystem;
  const std::string file = system::named_for_job(given);
  std::error_code failure;
  if (system::is_folder(file)) {
    fs::path nearest = file;
    while (!fs::exists(nearest, failure) && nearest.has_relative_path())
      nearest = nearest.parent_path();
    if (fs::is_directory(nearest, failure) && access(nearest.c_str(), W_OK) == 0) return "";
    return text::format(
        "{}: {}: not a writable folder on this node: expected one on the node of rank 0; otherwise "
        "the profile goes to a new folder in TMPDIR",
        setting.option, nearest.string());
  }
  const std::string folder = fs::path(file).parent_path().string();
  if (fs::is_directory(folder, failure)) return "";
  return text::format(
      "{}: {}: no such folder on this node: expected it on the node of rank 0; otherwise the "
      "profile goes to a new folder in TMPDIR",
      setting.option, folder);
}

/// The option that sets the variable in place of the environment; null if none does.
const Setting* setting_of(std::string_view variable,
                          const std::array<std::string, settings.size()>& given) {
  for (std::size_t i = 0; i < settings.size(); ++i)
    if (settings[i].variable == variable && !given[i].empty()) return &settings[i];
  return nullptr;
}

}  // namespace

Variables variables_for(const std::array<std::string, settings.size()>& given) {
  select::Environment environment = select::read_environment(environ);
  if (!environment.errors.empty())
    throw UsageError(text::format("{}", fmt::join(environment.errors, "\n")));
  Variables variables{.list = {}, .warnings = std::move(environment.warnings)};
  for (const select::Variable& variable : select::variables()) {
    const char* value = std::getenv(std::string(variable.name).c_str());
    if (value != nullptr && setting_of(variable.name, given) == nullptr)
      variables.list.push_back({.name = std::string(variable.name), .value = value});
  }
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (given[i].empty()) continue;
    Variable set{.name = std::string(settings[i].variable),
                 .value = value_for_ranks(settings[i], given[i])};
    if (const std::string error =
            select::set_variable(environment.configuration, set.name, set.value);
        !error.empty())
      throw UsageError(text::format("{}: {}", settings[i].option, error));
    if (set.name == "ALLFOLD_RULES") check_rules(set.value);
    if (set.name == "ALLFOLD_PROFILE")
      if (std::string warning = check_profile(settings[i], set.value); !warning.empty())
        variables.warnings.push_back(std::move(warning));
    variables.list.push_back(std::move(set));
  }
  return variables;
}

}  // namespace allfold::command::run
