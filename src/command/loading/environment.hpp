/// @file The environment and the arguments of a process to be started.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace allfold::command::loading {

/// This process's environment as "NAME=value". `settings` replace variables of the same name; the
/// variables in `unset` are left out.
[[nodiscard]] std::vector<std::string> environment_with(std::span<const std::string> settings,
                                                        std::span<const std::string> unset = {});

/// Pointers for exec, with a null pointer at the end. They point into `words`.
[[nodiscard]] std::vector<char*> pointers_to(std::vector<std::string>& words);

}  // namespace allfold::command::loading
