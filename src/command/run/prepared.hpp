/// @file Prepared: what starts a program with Allfold, checked.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "command/loading/launcher.hpp"
#include "command/run/command_line.hpp"
#include "command/run/run.hpp"

namespace allfold::command::run {

/// Why nothing is started. The message is "what: problem; what to do".
struct Refusal : std::runtime_error {
  Refusal(run::Status status_, const std::string& message)
      : std::runtime_error(message), status(status_) {}
  run::Status status;
};

struct Prepared {
  loading::Launcher launcher;
  CommandLine line;
  std::vector<std::string> warnings;  ///< on variables of the environment, and files of options
  std::vector<std::string> notes;     ///< on the programs: what the user may not expect
};

/// Reads the programs of the command line, and starts none of them, but asks the launcher for its
/// version. Throws UsageError, or Refusal.
[[nodiscard]] Prepared prepared(const Request& request);

}  // namespace allfold::command::run
