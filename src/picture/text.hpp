/// @file Text: schedules as tables for a terminal.
#pragma once

#include <string>

#include "picture/label.hpp"

namespace allfold::picture {

/// The title, the cost and the legend of a table; ends with an empty line.
[[nodiscard]] std::string introduction(const Trace& trace, const Caption& caption);

/// What each rank holds after each round: a line for each rank, a column for each round, in bands
/// of as many rounds as fit `width` characters.
[[nodiscard]] std::string table(const Trace& trace, int width);

/// What one rank does in each round.
[[nodiscard]] std::string story(const Trace& trace, const Caption& caption, int rank);

}  // namespace allfold::picture
