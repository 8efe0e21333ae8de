/// @file The variables that `allfold run` sets for the ranks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/loading/own_library.hpp"

namespace allfold::command::run {

/// An option and the variable of Allfold's that it sets.
struct Setting {
  enum class Value : std::uint8_t {
    on,    ///< a flag without a value
    file,  ///< the name of a file, or a keyword of the variable
  };
  std::string_view option;
  std::string_view variable;
  Value value;
  std::string_view help;
  std::string_view on = "1";  ///< the variable's value if the flag is given
};

inline constexpr std::array settings{
    Setting{.option = "--stats",
            .variable = "ALLFOLD_STATS",
            .value = Setting::Value::on,
            .help = "Print a table of all reductions at MPI_Finalize"},
    Setting{.option = "--compare",
            .variable = "ALLFOLD_MODE",
            .value = Setting::Value::on,
            .help = "Make each reduction by both libraries, and report results that differ too "
                    "much",
            .on = "compare"},
    Setting{.option = "--compare-report",
            .variable = "ALLFOLD_COMPARE_REPORT",
            .value = Setting::Value::file,
            .help = "With --compare, write the report to this file, too, or to a new file in this "
                    "folder (FOLDER/)"},
    Setting{.option = "--native",
            .variable = "ALLFOLD_MODE",
            .value = Setting::Value::on,
            .help = "Let the MPI library serve all reductions; with --stats or --profile Allfold "
                    "observes them",
            .on = "native"},
    Setting{.option = "--profile",
            .variable = "ALLFOLD_PROFILE",
            .value = Setting::Value::file,
            .help = "Write a profile at MPI_Finalize to this file, or to a new file in this folder "
                    "(FOLDER/)"},
    Setting{.option = "--rules",
            .variable = "ALLFOLD_RULES",
            .value = Setting::Value::file,
            .help = "Use this rules file, or the one for this machine in a folder; none: no rules "
                    "(default: rules.json or rules.d in ~/.config/allfold, then in the "
                    "installation)"},
};

/// An environment variable of the ranks.
struct Variable {
  std::string name;
  std::string value;
};

struct Variables {
  std::vector<Variable> list;         ///< without LD_PRELOAD
  std::vector<std::string> warnings;  ///< about the environment and about files that options name
};

/// Allfold's variables from this process's environment, which launchers do not always pass to other
/// nodes, and those that options set. `given` are the values for `settings`, "" if not given.
/// Throws UsageError if a value or a rules file is invalid.
[[nodiscard]] Variables variables_for(const std::array<std::string, settings.size()>& given);

}  // namespace allfold::command::run
