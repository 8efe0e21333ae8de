/// @file Prepared: a checked command line, ready to start a program with Allfold.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "command/loading/launcher.hpp"
#include "command/run/command_line.hpp"
#include "command/run/run.hpp"

namespace allfold::command::run {

/// The reason why nothing is started. The message is "what: problem; what to do".
struct Refusal : std::runtime_error {
  Refusal(run::Status status_, const std::string& message)
      : std::runtime_error(message), status(status_) {}
  run::Status status;
};

struct Prepared {
  loading::Launcher launcher;
  CommandLine line;
  std::vector<std::string> warnings;  ///< about the environment and about files that options name
  std::vector<std::string> notes;     ///< about the programs
};

/// Inspects the programs of the command line without starting them. Runs the launcher to ask for
/// its version. Throws UsageError or Refusal.
[[nodiscard]] Prepared prepared(const Request& request);

/// Replaces this process by the `allfold` of an installation beside this one, for another MPI
/// library, if that can serve the programs of the command line, and this one cannot. Otherwise
/// returns, and prepared() says what is wrong.
void hand_over(const Request& request);

}  // namespace allfold::command::run
