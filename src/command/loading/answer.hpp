/// @file The output of another command.
#pragma once

#include <span>
#include <string>

namespace allfold::command::loading {

struct Answer {
  static constexpr int none = -1;  ///< not started, killed, or timed out
  int status = none;               ///< the exit status
  std::string text = {};           ///< standard output and standard error together
};

/// Runs a command without a shell and without input. `settings` ("NAME=value") are added to this
/// process's environment. The command is killed after ten seconds, or after 1 MiB of output.
[[nodiscard]] Answer answer_of(std::span<const std::string> words,
                               std::span<const std::string> settings = {});

}  // namespace allfold::command::loading
