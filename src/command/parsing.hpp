/// @file Parsing: reads the words of a command line, and says what is wrong with them.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace allfold::command {

/// Parses the words. Returns the exit status if there is nothing to run, because help was asked for,
/// or because of a mistake; both are printed.
[[nodiscard]] std::optional<int> parse(CLI::App& app, int argc, char** argv);

}  // namespace allfold::command
