/// @file The environment, and the words, of a process to be started.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace allfold::command::loading {

/// This process's environment as "NAME=value", with `settings` in place of variables of their names,
/// and without those that `unset` names.
[[nodiscard]] std::vector<std::string> environment_with(std::span<const std::string> settings,
                                                        std::span<const std::string> unset = {});

/// As exec wants them, with a null pointer at the end; they point into `words`.
[[nodiscard]] std::vector<char*> pointers_to(std::vector<std::string>& words);

}  // namespace allfold::command::loading
