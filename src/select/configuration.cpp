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

/// Names that module files set and CMake reads, without the prefix: where Allfold is installed.
constexpr std::array<std::string_view, 20> installation_variables{
    "ROOT",  "DIR", "HOME",   "BASE",    "PREFIX",  "PATH",    "INSTALL",
    "BIN",   "LIB", "LIBDIR", "LIBRARY", "INC",     "INCLUDE", "INCDIR",
    "SHARE", "DOC", "MAN",    "MODULE",  "VERSION", "PRELOAD"};

/// The variable of that name, or null.
const Variable* find_variable(std::string_view name) {
  const auto found = std::ranges::find(variables(), name, &Variable::name);
  return found == variables().end() ? nullptr : &*found;
}

/// What to do about the name of a variable that is none, for the end of a message.
std::string hint_for(std::string_view name) {
  std::vector<std::string_view> names(variables().size());
  std::ranges::transform(variables(), names.begin(), [](const Variable& variable) {
    return variable.name.substr(prefix.size());
  });
  if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  const std::string_view nearest = text::nearest(name, names);
  return nearest.empty() ? "; see 'allfold variables'"
                         : text::format(" (did you mean '{}{}'? 'allfold variables' lists all)",
                                        prefix, nearest);
}

/// Which settings exclude each other, as an error message; "" if none do.
std::string_view conflict_in(const Configuration& configuration) {
  const bool compares = configuration.mode == Mode::compare;
  if (configuration.tuning == Tuning::online && configuration.reproducible != 0)
    return "ALLFOLD_TUNE=online: cannot be combined with ALLFOLD_REPRODUCIBLE=1: online tuning "
           "tries algorithms that round differently; unset one of the two";
  if (configuration.tuning == Tuning::online && compares)
    return "ALLFOLD_TUNE=online: cannot be combined with ALLFOLD_MODE=compare: the additional "
           "native calls would change the measured times; unset one of the two";
  if (configuration.profile != "none" && compares)
    return "ALLFOLD_PROFILE: cannot be combined with ALLFOLD_MODE=compare: its times would be "
           "those of both calls; unset one of the two";
  return "";
}

/// A setting that has no effect, as an error message; "" if there is none.
std::string idle_setting_in(const Configuration& configuration) {
  const bool is_idle = configuration.tuning == Tuning::off && configuration.tune_file != "none";
  return !is_idle ? ""
                  : text::format(
                        "ALLFOLD_TUNE_FILE={}: has no effect: expected ALLFOLD_TUNE=online beside "
                        "it; set it, or unset ALLFOLD_TUNE_FILE",
                        configuration.tune_file);
}

}  // namespace

std::string set_variable(Configuration& configuration, std::string_view name,
                         std::string_view value) {
  const Variable* variable = find_variable(name);
  if (variable == nullptr) return text::format("{}: unknown variable{}", name, hint_for(name));
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
    if (std::ranges::find(installation_variables, name.substr(prefix.size())) !=
        installation_variables.end())
      continue;
    if (find_variable(name) == nullptr)
      read.warnings.push_back(
          text::format("{}: unknown variable: it has no effect{}", name, hint_for(name)));
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
