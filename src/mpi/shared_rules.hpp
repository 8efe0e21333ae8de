/// @file The rules that the ranks of a communicator share.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>

#include "mpi/process.hpp"

namespace allfold::mpi {

/// On rank 0 of MPI_COMM_WORLD: reads the file that it will tell the others of, and keeps for then
/// what the user should know of it. Local.
void read_rules_ahead(Process& process);

/// Collective over `comm`: the rules for all of its ranks, equal on all of them.
///
/// Where all ranks know the same ones, these. Otherwise those that rank 0 knows, or those of its
/// file, which it reads the first time, and says what the user should know of it. Where it finds
/// none, those of the lowest rank that knows any; where nobody does there are no rules on this
/// communicator, nor on that of a rank alone, which does not read. Only for rank 0 of
/// MPI_COMM_WORLD is it an error that the file that the user has named is not there: the others
/// need not have it. Null on all ranks if the file cannot be used although the user insists: rank 0
/// has said why.
///
/// `known_by_rank` are the fingerprints of what the ranks know, 0 where that is nothing; `known` is
/// what this rank knows.
[[nodiscard]] std::shared_ptr<const KnownRules> share_rules(
    MPI_Comm comm, std::span<const std::uint64_t> known_by_rank,
    std::shared_ptr<const KnownRules> known, Process& process);

}  // namespace allfold::mpi
