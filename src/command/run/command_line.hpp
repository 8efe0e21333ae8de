/// @file The command line that starts the ranks with Allfold.
#pragma once

#include <string>
#include <vector>

#include "command/loading/launcher.hpp"
#include "command/run/contexts.hpp"
#include "command/run/settings.hpp"

namespace allfold::command::run {

struct CommandLine {
  std::vector<std::string> words;
  std::vector<std::string> unset = {};  ///< variables that the launcher itself must not have
  std::vector<Variable> set = {};       ///< those that it gets from its own environment
};

/// `words` with the variables set for all ranks by the launcher's own options. Throws UsageError if
/// the words set LD_PRELOAD, or cannot be combined with that.
[[nodiscard]] CommandLine with_variables(loading::Launcher::Family family,
                                         const std::vector<std::string>& words,
                                         const std::vector<Context>& contexts,
                                         const std::vector<Variable>& variables);

/// That of the launcher, as "NAME=value".
[[nodiscard]] std::vector<std::string> environment_of(const CommandLine& line);

/// As one would type it in a shell.
[[nodiscard]] std::string text_of(const CommandLine& line);

}  // namespace allfold::command::run
