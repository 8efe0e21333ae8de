/// @file The rules that the ranks of a communicator share.
#pragma once

#include <mpi.h>

#include <memory>

#include "mpi/process.hpp"

namespace allfold {

/// Collective over `comm`: rank 0's rules, for all. Rank 0 tells those that it knows, else it reads
/// its file first, and says what the user should know of it. Null on all ranks if the file cannot
/// be used although the user insists: rank 0 has said why.
[[nodiscard]] std::shared_ptr<const KnownRules> share_rules(
    MPI_Comm comm, const std::shared_ptr<const KnownRules>& known, Process& process);

}  // namespace allfold
