/// @file Computes table 1 of Rabenseifner, Träff (EuroPVM/MPI 2004).
#pragma once

#include <string>

namespace allfold::command::cost {

/// The times of four protocols on odd numbers of ranks, in multiples of alpha, in the paper's
/// layout and precision. A cell that differs from the paper also shows the paper's value.
[[nodiscard]] std::string table1();

}  // namespace allfold::command::cost
