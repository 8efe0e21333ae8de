/// @file SVG: schedules as pictures, like the figures of Rabenseifner, Träff (EuroPVM/MPI 2004).
#pragma once

#include <string>

#include "picture/label.hpp"

namespace allfold::picture {

/// The most ranks of a picture: with more, labels could not be read.
inline constexpr int most_drawn_ranks = 64;

/// Ranks are columns and rounds are rows. The picture shows what each rank holds after each round,
/// boxes around ranks that hold parts of one reduction, and an arrow for each message, coloured by
/// its phase.
[[nodiscard]] std::string svg(const Trace& trace, const Caption& caption);

}  // namespace allfold::picture
