/// @file Which build of Allfold this is.
#pragma once

#include <array>
#include <cstdint>

namespace allfold::mpi {

/// Of the sources that decide what ranks send each other: equal for equal sources only.
[[nodiscard]] std::uint64_t build_identity();
/// "1.2.3", with zeros behind it.
[[nodiscard]] std::array<char, 16> version_text();

}  // namespace allfold::mpi
