/// @file Table 1 of Rabenseifner, Träff (EuroPVM/MPI 2004), computed.
#pragma once

#include <string>

namespace allfold::command::cost {

/// The time of four protocols on odd numbers of ranks, in multiples of alpha, in the paper's
/// layout and precision; the paper's own figure stands beside each cell that differs.
[[nodiscard]] std::string table1();

}  // namespace allfold::command::cost
