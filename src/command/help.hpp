/// @file What `--help` prints: one form for the command and all subcommands.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "command/described.hpp"

namespace allfold::command {

/// Command lines for help texts and man pages.
struct CommandLines {
  std::string_view name;                     ///< of the subcommand, or "allfold"
  std::string_view usage;                    ///< placeholders are in capital letters
  std::array<std::string_view, 2> examples;  ///< can be copied
};

/// Throws std::logic_error for a subcommand that has none.
[[nodiscard]] const CommandLines& command_lines_of(std::string_view name);

/// The lines of `--help`.
[[nodiscard]] std::string help_text(const DescribedCommand& command);

}  // namespace allfold::command
