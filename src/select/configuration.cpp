#include "select/configuration.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "select/hash.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::select {

namespace {

constexpr std::string_view prefix = "ALLFOLD_";

/// Names that modulefiles set and CMake reads: where Allfold is installed.
constexpr std::array<std::string_view, 4> installation_variables{"ALLFOLD_ROOT", "ALLFOLD_DIR",
                                                                 "ALLFOLD_HOME", "ALLFOLD_VERSION"};

/// The variable of that name, or null.
const Variable* find_variable(std::string_view name) {
  const auto found = std::ranges::find(variables(), name, &Variable::name);
  return found == variables().end() ? nullptr : &*found;
}

std::string_view nearest_variable(std::string_view name) {
  std::vector<std::string_view> names(variables().size());
  std::ranges::transform(variables(), names.begin(), &Variable::name);
  return text::nearest(name, names);
}

/// Which settings exclude each other, as an error message; "" if none do.
std::string_view conflict_in(const Configuration& configuration) {
  const bool compares = configuration.mode == Mode::compare;
  if (configuration.tuning == Tuning::online && configuration.reproducible != 0)
    return "ALLFOLD_TUNE=online: cannot be combined with ALLFOLD_REPRODUCIBLE=1: while a program "
           "learns, algorithms that bracket differently take turns; unset one of the two";
  if (configuration.tuning == Tuning::online && compares)
    return "ALLFOLD_TUNE=online: cannot be combined with ALLFOLD_MODE=compare: the native call "
           "between two others would change their times; unset one of the two";
  if (configuration.profile != "none" && compares)
    return "ALLFOLD_PROFILE: cannot be combined with ALLFOLD_MODE=compare: the times of calls "
           "would "
           "be those of both ways; unset one of the two";
  return "";
}

/// A setting that has no effect, as an error message; "" if there is none.
std::string idle_setting_in(const Configuration& configuration) {
  const bool is_idle = configuration.tuning == Tuning::off && configuration.tune_file != "none";
  return !is_idle ? ""
                  : text::format(
                        "ALLFOLD_TUNE_FILE={}: nothing would be written there: ALLFOLD_TUNE is "
                        "off; set ALLFOLD_TUNE=online, too, or leave it out",
                        configuration.tune_file);
}

}  // namespace

std::string set_variable(Configuration& configuration, std::string_view name,
                         std::string_view value) {
  const Variable* variable = find_variable(name);
  if (variable == nullptr)
    return text::format("{}: unknown variable (did you mean '{}'?)", name, nearest_variable(name));
  Configuration changed = configuration;
  if (const std::string error = variable->set(changed, value); !error.empty())
    return text::format("{}={}: {}", name, value, error);
  if (const std::string_view conflict = conflict_in(changed); !conflict.empty())
    return std::string(conflict);
  configuration = std::move(changed);
  return "";
}

Environment read_environment(const char* const* environment) {
  Environment read;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    if (!entry.starts_with(prefix) || equals == std::string_view::npos) continue;
    const std::string_view name = entry.substr(0, equals);
    if (std::ranges::find(installation_variables, name) != installation_variables.end()) continue;
    if (find_variable(name) == nullptr)
      read.warnings.push_back(
          text::format("{}: unknown variable (did you mean '{}'?): it has no effect", name,
                       nearest_variable(name)));
    else if (std::string error = set_variable(read.configuration, name, entry.substr(equals + 1));
             !error.empty())
      read.errors.push_back(std::move(error));
  }
  if (std::string idle = idle_setting_in(read.configuration); read.errors.empty() && !idle.empty())
    read.errors.push_back(std::move(idle));
  return read;
}

std::uint64_t fingerprint(const Configuration& configuration) {
  std::uint64_t hash = hash_of("");
  for (const Variable& variable : variables())
    if (variable.scope == Variable::Scope::all_ranks)
      hash = hash_of(variable.get(configuration) + '\n', hash);
  return hash;
}

}  // namespace allfold::select
