/// @file The text of `--help`, in one form for the command and all subcommands.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "command/described.hpp"

namespace allfold::command {

/// Example command lines for help texts and man pages.
struct CommandLines {
  std::string_view name;                     ///< the subcommand's name, or "allfold"
  std::string_view usage;                    ///< placeholders in capital letters
  std::array<std::string_view, 2> examples;  ///< can be copied to a shell
};

/// Throws std::logic_error for a subcommand that is not in the table.
[[nodiscard]] const CommandLines& command_lines_of(std::string_view name);

/// The text of `--help`.
[[nodiscard]] std::string help_text(const DescribedCommand& command);

}  // namespace allfold::command
