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

/// Where rules are looked for. A path is that of a file, or of a folder of files for several kinds
/// of machines.
struct RulesPlaces {
  std::string setting;  ///< of ALLFOLD_RULES: "auto", "none", or a path
  /// The paths for "auto". The first that has a file for the machine counts.
  std::vector<std::string> by_default;
  MissingFile missing = MissingFile::is_an_error;
};

/// The user's own paths, by XDG_CONFIG_HOME or HOME, then those in the folder of the installation.
/// In each of the two folders there may be a file rules.json, and a folder rules.d.
[[nodiscard]] std::vector<std::string> default_rules_paths(const std::string& installed);

/// The most files in a folder of rules files.
inline constexpr std::size_t most_files_in_folder = 256;

struct FoundRules {
  std::string file = {};  ///< "": there are no rules
  std::string text = {};  ///< of the file
  Rules rules = {};
  std::vector<std::string> errors = {};  ///< why the path that the setting names cannot be used
  std::vector<std::string> notes = {};   ///< warnings for the user
  /// Why other files are not used although they are valid: for users who ask.
  std::vector<std::string> remarks = {};
};

/// Returns the machine on which rules are used; empty: any machine. Called only if a file names a
/// machine.
using MachineTeller = std::function<MachineFingerprint()>;

/// Finds and reads the rules. A file that the setting names must be valid and is used on any
/// machine. In all other places, files that are not valid or of another machine are left out. Of the
/// rest of a folder, the one that names the most parts of the machine is used; of several the first
/// by name.
[[nodiscard]] FoundRules find_rules(const RulesPlaces& places, const MachineTeller& machine);

/// Whether the setting names one file, which is used on any machine.
[[nodiscard]] bool names_one_file(const std::string& setting);

}  // namespace allfold::rules
