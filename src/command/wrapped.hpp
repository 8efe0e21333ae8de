/// @file Text in lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace allfold::command {

/// The words of the text in lines of at most 100 columns, all but the first of which begin at
/// `column`. There is no line break at the end.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t column = 0);

}  // namespace allfold::command
