/// @file The options of launchers, as far as it takes to find the program behind them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "command/loading/launcher.hpp"

namespace allfold::command::run {

/// How many of these words the launcher takes for the option that is the first of them, itself
/// included; none if the option is not known. With mpirun: 2 for -n, 3 for --mca.
[[nodiscard]] std::optional<std::size_t> words_of_option(loading::Launcher::Family family,
                                                         std::span<const std::string> words);

}  // namespace allfold::command::run
