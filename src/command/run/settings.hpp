/// @file What `allfold run` sets for the ranks.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/loading/own_library.hpp"

namespace allfold::command::run {

/// An option that sets a variable of Allfold's.
struct Setting {
  enum class Value : std::uint8_t {
    on,    ///< a flag
    file,  ///< the name of a file, or a word that the variable has
  };
  std::string_view option;
  std::string_view variable;
  Value value;
  std::string_view help;
  std::string_view on = "1";  ///< what a flag sets
};

inline constexpr std::array settings{
    Setting{.option = "--stats",
            .variable = "ALLFOLD_STATS",
            .value = Setting::Value::on,
            .help = "Print a table of all reductions at MPI_Finalize"},
    Setting{.option = "--compare",
            .variable = "ALLFOLD_MODE",
            .value = Setting::Value::on,
            .help = "Make each reduction natively, too, and report results that cannot both be "
                    "right",
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
            .help = "Use this rules file; none: no rules (default: ~/.config/allfold/rules.json, "
                    "then that of the installation)"},
};

/// A variable of the ranks.
struct Variable {
  std::string name;
  std::string value;
};

struct Variables {
  std::vector<Variable> list;         ///< LD_PRELOAD is not among them
  std::vector<std::string> warnings;  ///< on this process's environment, and files of options
};

/// The variables of Allfold's in this process's environment, which launchers do not all pass to
/// other nodes, and those that options set: the values of `settings`, "" for those not given.
/// Throws UsageError where a value is none, a file's rules are not well, or a profile's is a folder.
[[nodiscard]] Variables variables_for(const std::array<std::string, settings.size()>& given);

}  // namespace allfold::command::run
