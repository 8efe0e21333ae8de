/// @file The launchers' options, as far as needed to find the program after them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "command/loading/launcher.hpp"

namespace allfold::command::run {

/// The number of words of the option that `words` begin with, including itself. Absent if the
/// option is not known. For mpirun: 2 for -n, 3 for --mca.
[[nodiscard]] std::optional<std::size_t> words_of_option(loading::Launcher::Family family,
                                                         std::span<const std::string> words);

/// Whether a word of the command line of srun or mpirun_rsh is the long option `name`, written out or
/// abbreviated, with or without a value.
[[nodiscard]] bool is_option(loading::Launcher::Family family, std::string_view word,
                             std::string_view name);

}  // namespace allfold::command::run
