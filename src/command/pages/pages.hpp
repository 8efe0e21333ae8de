/// @file `allfold pages`: writes man pages and completions, generated from the options.
#pragma once

#include <string>

#include "command/described.hpp"

namespace allfold::command::pages {

struct Request {
  std::string folder;
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Writes man1/allfold.1, man1/allfold-run.1 and so on, bash/allfold, zsh/_allfold and
/// fish/allfold.fish into the folder. Returns the exit status.
int run(const Request& request, const DescribedCommand& allfold);

}  // namespace allfold::command::pages
