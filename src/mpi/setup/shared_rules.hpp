/// @file The rules that the ranks of a communicator share.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>

#include "mpi/state/process.hpp"

namespace allfold::mpi::setup {

/// On rank 0 of MPI_COMM_WORLD: reads the rules file in advance, and keeps what is to be said about
/// it until the rules are shared. Local.
void read_rules_ahead(state::Process& process);

/// Collective over `comm`: the rules for all of its ranks, equal on all of them. In this order:
///
/// 1. the rules that all ranks already know, if these are equal;
/// 2. those that rank 0 knows, or finds for the machine that it is on: it reads files the first
///    time, and prints what is to be said about them;
/// 3. those of the lowest rank that knows any;
/// 4. no rules on this communicator.
///
/// A single rank that knows no rules and is not rank 0 of MPI_COMM_WORLD reads no file. A missing
/// file that the user has named is an error only on rank 0 of MPI_COMM_WORLD, since other ranks
/// need not have it. Null on all ranks if the user's file cannot be used: rank 0 has printed why.
///
/// `known_by_rank`: fingerprints of the rules that the ranks know; 0: none. `known`: the rules that
/// this rank knows.
[[nodiscard]] std::shared_ptr<const state::KnownRules> share_rules(
    MPI_Comm comm, std::span<const std::uint64_t> known_by_rank,
    std::shared_ptr<const state::KnownRules> known, state::Process& process);

}  // namespace allfold::mpi::setup
