/// @file Asked text: how what a rank asks for in a call reads.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "node/asked.hpp"

namespace allfold::mpi {

/// Beside the numbers of names.hpp: an operation of the user's that does not commute.
inline constexpr int ordered_operation = 32;

/// "MPI_Reduce to rank 0 of 100 elements of 8 bytes by MPI_SUM".
[[nodiscard]] std::string text_of(const node::Asked& asked);

/// The same for threads that must take no memory; it ends with a 0.
inline constexpr std::size_t longest_asked = 128;
[[nodiscard]] std::array<char, longest_asked> line_of(const node::Asked& asked);

}  // namespace allfold::mpi
