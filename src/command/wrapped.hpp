/// @file Wraps text to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace allfold::command {

/// Wraps the text to at most 100 columns. All lines but the first begin at `column`. There is no
/// line break at the end.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t column = 0);

}  // namespace allfold::command
