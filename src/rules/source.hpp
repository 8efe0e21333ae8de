/// @file Where rules come from: which file is read, and whether it is used on this machine.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::rules {

/// What it means if the file that the setting names does not exist.
enum class MissingFile : std::uint8_t { is_an_error, is_none };

/// Where rules are looked for.
struct RulesPlaces {
  std::string setting;  ///< of ALLFOLD_RULES: "auto", "none", or a file
  /// The files for "auto", of which the first that exists is read.
  std::vector<std::string> by_default;
  MissingFile missing = MissingFile::is_an_error;
};

/// The user's own file, by XDG_CONFIG_HOME or HOME, then the installed one.
[[nodiscard]] std::vector<std::string> default_rules_files(const std::string& installed);

struct FoundRules {
  std::string file = {};  ///< "": there are no rules
  std::string text = {};  ///< of the file
  Rules rules = {};
  std::vector<std::string> errors = {};  ///< why the file that the setting names cannot be used
  std::vector<std::string> notes = {};   ///< warnings for the user
};

/// Returns the machine on which rules are used; empty: any machine. Called only if a file names its
/// machine.
using MachineTeller = std::function<MachineFingerprint()>;

/// Finds and reads the rules. A file that the setting names must be valid and is used on any
/// machine. Other files are used only if they are valid and of this machine.
[[nodiscard]] FoundRules find_rules(const RulesPlaces& places, const MachineTeller& machine);

}  // namespace allfold::rules
