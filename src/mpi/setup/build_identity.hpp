/// @file The identity of this build of Allfold.
#pragma once

#include <array>
#include <cstdint>

namespace allfold::mpi::setup {

/// A hash of the sources that decide which messages ranks send: equal only for equal sources.
[[nodiscard]] std::uint64_t build_identity();
/// "1.2.3", padded with zeros.
[[nodiscard]] std::array<char, 16> version_text();

}  // namespace allfold::mpi::setup
