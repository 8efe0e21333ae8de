/// @file Asked text: what a rank asks for in a call, as text.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "node/asked.hpp"

namespace allfold::mpi::record {

/// Flag of a user-defined operation that does not commute, added to the numbers of names.hpp.
inline constexpr int ordered_operation = 32;

/// "MPI_Reduce to rank 0 of 100 elements of 8 bytes by MPI_SUM". Of more elements than are exact in
/// an Asked: "about 2147483648 elements".
[[nodiscard]] std::string text_of(const node::Asked& asked);

/// The same with a terminating 0, without allocation, for threads that must not allocate.
inline constexpr std::size_t longest_asked = 128;
[[nodiscard]] std::array<char, longest_asked> line_of(const node::Asked& asked);

}  // namespace allfold::mpi::record
