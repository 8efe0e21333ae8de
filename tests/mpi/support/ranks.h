// Functions that all ranks call together. Each is collective over its communicator, and none uses
// the reductions under test.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_RANKS_H
#define ALLFOLD_TESTS_MPI_SUPPORT_RANKS_H

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace allfold_test {

int rank_of(MPI_Comm comm);
int size_of(MPI_Comm comm);

// The values of all ranks, in rank order, on every rank.
std::vector<std::uint64_t> gather_from_all(std::uint64_t mine, MPI_Comm comm);

// True on every rank if `mine` is true on every rank: the condition for a GTEST_SKIP.
bool true_on_all_ranks(bool mine, MPI_Comm comm);

// A 64-bit digest of these bytes (not cryptographic).
std::uint64_t digest(const void* data, std::size_t bytes);

// Success on every rank if all ranks hold the same bytes; otherwise the message names the ranks
// that differ from rank 0.
testing::AssertionResult same_on_all_ranks(const void* data, std::size_t bytes, MPI_Comm comm);
testing::AssertionResult same_on_all_ranks(std::uint64_t mine, MPI_Comm comm);

// Sleeps for a random time up to `most_microseconds`, different on every rank and in every call.
void random_delay(unsigned most_microseconds);

}  // namespace allfold_test

#endif
