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
            .help = "print a table of all reductions at MPI_Finalize"},
    Setting{.option = "--compare",
            .variable = "ALLFOLD_MODE",
            .value = Setting::Value::on,
            .help = "make each reduction natively, too, compare the results, and report what "
                    "differs at MPI_Finalize",
            .on = "compare"},
    Setting{.option = "--native",
            .variable = "ALLFOLD_MODE",
            .value = Setting::Value::on,
            .help = "replace nothing: the MPI library serves all calls, for --profile and --stats",
            .on = "native"},
    Setting{.option = "--profile",
            .variable = "ALLFOLD_PROFILE",
            .value = Setting::Value::file,
            .help =
                "write a profile of all reductions to this file at MPI_Finalize; or to a file of "
                "its own in this folder"},
    Setting{.option = "--rules",
            .variable = "ALLFOLD_RULES",
            .value = Setting::Value::file,
            .help = "use the rules of this file, or none (default: as docs/reference/rules.md says)"},
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
