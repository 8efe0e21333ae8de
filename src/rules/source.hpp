/// @file Where rules come from: which file holds, and whether it is to be used here.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rules.hpp"

namespace allfold::rules {

/// What it means that a file that the setting names is not there.
enum class MissingFile : std::uint8_t { is_an_error, is_none };

/// Where rules are looked for.
struct RulesPlaces {
  std::string setting;  ///< of ALLFOLD_RULES: "auto", "none", or a file
  /// The files that are looked for with "auto", the first that is there.
  std::vector<std::string> by_default;
  MissingFile missing = MissingFile::is_an_error;
};

/// The user's own file, by XDG_CONFIG_HOME or HOME, then the installed one.
[[nodiscard]] std::vector<std::string> default_rules_files(const std::string& installed);

struct FoundRules {
  std::string file = {};  ///< "": there are no rules
  std::string text = {};  ///< of the file
  Rules rules = {};
  std::vector<std::string> errors = {};  ///< the user's file cannot be used, and he insists on it
  std::vector<std::string> notes = {};   ///< what the user is to know
};

/// Tells the machine that rules are to be used on; empty: any. Asked only where a file says which
/// it is of.
using MachineTeller = std::function<MachineFingerprint()>;

/// Reads the rules. A file that the setting names has to be well, and is used on any machine;
/// others are used as long as they are well, and of this machine.
[[nodiscard]] FoundRules find_rules(const RulesPlaces& places, const MachineTeller& machine);

}  // namespace allfold::rules
