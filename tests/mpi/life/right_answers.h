// Reductions on any intra-communicator, checked against a reference computed here. The operation is
// not commutative and loses no bit, so a lost, duplicated or exchanged operand always shows.
#ifndef ALLFOLD_TESTS_MPI_LIFE_RIGHT_ANSWERS_H
#define ALLFOLD_TESTS_MPI_LIFE_RIGHT_ANSWERS_H

#include <mpi.h>

#include <cstdint>
#include <functional>

namespace allfold_test {

// One call of `count` elements, made by every rank of `comm`. Another `seed` (the same on all
// ranks) gives other data, so that the result of an earlier call cannot pass as right.
void expect_allreduce_right(MPI_Comm comm, int count, std::uint64_t seed);
void expect_reduce_right(MPI_Comm comm, int count, int root, std::uint64_t seed);

// Both collectives, with several counts and roots.
void expect_reductions_right(MPI_Comm comm);

// Whether the sum of one int per rank is right; for tests that make thousands of calls.
bool small_sum_is_right(MPI_Comm comm);

// How many reductions this process has passed to the native calls. Native calls give right results,
// too, so this counter may be the only sign that Allfold used the state of another communicator.
std::uint64_t native_calls();

// Runs `body` under each kernel in turn. The kernel applies to the communicators made in `body`,
// and to Reduce as well if the kernel supports it.
void under_each_kernel(const std::function<void()>& body);

}  // namespace allfold_test

#endif
