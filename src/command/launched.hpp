/// @file Subcommands that start a launcher. The launcher's command line follows their options.
#pragma once

namespace CLI {
class App;
}

namespace allfold::command {

/// Removes the "--" before the launcher from the command line of `allfold`, because the parser
/// would end the subcommand there. Returns the number of remaining words.
[[nodiscard]] int without_separator(int argc, char** argv, const CLI::App& app);

}  // namespace allfold::command
