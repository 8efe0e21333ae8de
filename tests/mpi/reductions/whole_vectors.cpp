// Operations that treat a vector as one record, as in some programs: they get vectors of up to 8
// KiB whole.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <vector>

#include "reductions/exact_case.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// The present call.
struct Expected {
  int count = 0;
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  int stride = 1;  // doubles from one element to the next
};
Expected expected;

// The last element is the maximum, the others are sums; its position depends on the length.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
void sums_and_a_maximum(void* in, void* inout, int* length, MPI_Datatype* datatype) {
  EXPECT_EQ(*length, expected.count);
  EXPECT_EQ(*datatype, expected.datatype);
  const double* lhs = static_cast<double*>(in);
  double* rhs = static_cast<double*>(inout);
  const std::ptrdiff_t last = std::ptrdiff_t{*length - 1} * expected.stride;
  for (std::ptrdiff_t i = 0; i < last; i += expected.stride) rhs[i] += lhs[i];
  if (lhs[last] > rhs[last]) rhs[last] = lhs[last];
}

class WholeVectors : public testing::TestWithParam<Collective> {
 protected:
  // A negative root: an Allreduce.
  void expect_record(const Expected& call, MPI_Op op, int root, bool is_in_place) {
    expected = call;
    const int rank = rank_of(MPI_COMM_WORLD);
    const int ranks = size_of(MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(call.count) * static_cast<std::size_t>(call.stride);
    std::vector<double> input(size, -5.0);
    const auto at = [&](int i) { return static_cast<std::size_t>(i * call.stride); };
    for (int i = 0; i < call.count; ++i) input[at(i)] = rank + 3 * i;
    std::vector<double> result(size, -7.0);
    const bool has_result = root < 0 || root == rank;
    if (is_in_place) result = input;
    const void* send = is_in_place && has_result ? MPI_IN_PLACE : input.data();
    if (root < 0)
      allreduce(send, result.data(), call.count, call.datatype, op, MPI_COMM_WORLD);
    else
      reduce(send, result.data(), call.count, call.datatype, op, root, MPI_COMM_WORLD);
    for (int i = 0; has_result && i < call.count; ++i) {
      const double value =
          i == call.count - 1 ? ranks - 1 + 3.0 * i : ranks * (ranks - 1) / 2.0 + 3.0 * ranks * i;
      ASSERT_EQ(result[at(i)], value)
          << "element " << i << " of " << call.count << ", root " << root;
    }
  }

  void expect_records(const Expected& call) {
    for (const int commutes : {1, 0}) {
      MPI_Op op = MPI_OP_NULL;
      MPI_Op_create(sums_and_a_maximum, commutes, &op);
      const int roots = GetParam() == Collective::reduce ? size_of(MPI_COMM_WORLD) : 0;
      for (const bool is_in_place : {false, true})
        for (int root = roots > 0 ? 0 : -1; root < roots; ++root)
          expect_record(call, op, root, is_in_place);
      MPI_Op_free(&op);
    }
  }
};

// In shared memory: in one cache line, in short calls, and in long ones; with messages for all of
// these.
TEST_P(WholeVectors, OfUpTo8KiB) {
  for (const int count : {1, 2, 3, 6, 7, 32, 100, 511, 512, 513, 777, 1024})
    expect_records({.count = count, .datatype = MPI_DOUBLE});
}

// Elements of 8 bytes that are 48 bytes apart: 8 KiB of them occupy more than 8 KiB of memory.
TEST_P(WholeVectors, OfElementsWithGaps) {
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_DOUBLE, 0, 6 * sizeof(double), &datatype);
  MPI_Type_commit(&datatype);
  for (const int count : {2, 100, 300, 1024})
    expect_records({.count = count, .datatype = datatype, .stride = 6});
  MPI_Type_free(&datatype);
}

INSTANTIATE_TEST_SUITE_P(, WholeVectors, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
