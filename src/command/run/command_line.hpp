/// @file The launcher's command line that starts the ranks with Allfold.
#pragma once

#include <string>
#include <vector>

#include "command/loading/launcher.hpp"
#include "command/run/contexts.hpp"
#include "command/run/settings.hpp"

namespace allfold::command::run {

struct CommandLine {
  std::vector<std::string> words;
  std::vector<std::string> unset = {};  ///< variables to remove from the launcher's own environment
  std::vector<Variable> set = {};       ///< variables to set in the launcher's own environment
};

/// Returns `words` with options of the launcher that set `variables` for all ranks. Throws
/// UsageError if the words already set LD_PRELOAD, or contain options that exclude setting it.
[[nodiscard]] CommandLine with_variables(loading::Launcher::Family family,
                                         const std::vector<std::string>& words,
                                         const std::vector<Context>& contexts,
                                         const std::vector<Variable>& variables);

/// The environment of the launcher, as "NAME=value".
[[nodiscard]] std::vector<std::string> environment_of(const CommandLine& line);

/// The command line, quoted as for a shell.
[[nodiscard]] std::string text_of(const CommandLine& line);

}  // namespace allfold::command::run
