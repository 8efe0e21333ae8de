/// @file The contents of the files of `allfold pages`.
#pragma once

#include <string>

#include "command/described.hpp"

namespace allfold::command::pages {

/// The man page of the whole command.
[[nodiscard]] std::string man_page(const DescribedCommand& allfold);
/// The man page of a subcommand.
[[nodiscard]] std::string man_page_of_subcommand(const DescribedCommand& command);

[[nodiscard]] std::string bash_completion(const DescribedCommand& allfold);
[[nodiscard]] std::string zsh_completion(const DescribedCommand& allfold);
[[nodiscard]] std::string fish_completion(const DescribedCommand& allfold);

}  // namespace allfold::command::pages
