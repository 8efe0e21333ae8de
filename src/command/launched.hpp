/// @file Subcommands that start a launcher: what follows their options is its command line.
#pragma once

namespace CLI {
class App;
}

namespace allfold::command {

/// Takes the "--" before the launcher out of the command line of `allfold`: the parser would end the
/// subcommand there. Returns how many words are left.
[[nodiscard]] int without_separator(int argc, char** argv, const CLI::App& app);

}  // namespace allfold::command
