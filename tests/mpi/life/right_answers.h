// Reductions on any intra-communicator, checked against a reference computed here. The operation
// neither commutes nor loses a bit: a lost, doubled or exchanged operand always shows.
#ifndef ALLFOLD_TESTS_MPI_LIFE_RIGHT_ANSWERS_H
#define ALLFOLD_TESTS_MPI_LIFE_RIGHT_ANSWERS_H

#include <mpi.h>

#include <cstdint>
#include <functional>

namespace allfold_test {

// One call of `count` elements, by every rank of `comm`. Another `seed` (the same on all ranks)
// gives other data, so that what a former call left behind is no right answer.
void expect_allreduce_right(MPI_Comm comm, int count, std::uint64_t seed);
void expect_reduce_right(MPI_Comm comm, int count, int root, std::uint64_t seed);

// Both, for several counts and roots.
void expect_reductions_right(MPI_Comm comm);

// The sum of one int per rank, for tests that make thousands of calls: true if it is right.
bool small_sum_is_right(MPI_Comm comm);

// How many reductions this process has passed to the native calls. They give right answers too, so
// a state that is taken for another one's may show here only.
std::uint64_t native_calls();

// Runs `body` under each kernel in turn, which rules the communicators made in it, for Reduce too
// where the kernel serves it.
void under_each_kernel(const std::function<void()>& body);

}  // namespace allfold_test

#endif
