// Exceptions of user-defined operations and error handlers propagate through the call, as they do
// natively. The other ranks do not wait forever, and the communicator remains usable.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "errors/as_native.h"
#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr double poison = -1;
bool throws_bad_alloc = false;

// A sum that throws when it meets the poison value.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI's type
void sum_or_throw(void* in, void* inout, int* length, MPI_Datatype* /*type*/) {
  const auto* left = static_cast<const double*>(in);
  auto* right = static_cast<double*>(inout);
  for (int i = 0; i < *length; ++i) {
    if (left[i] == poison || right[i] == poison) {
      if (throws_bad_alloc) throw std::bad_alloc();
      throw std::range_error("poison at " + std::to_string(i));
    }
    right[i] += left[i];
  }
}

class Exceptions : public testing::Test {
 protected:
  Exceptions() { MPI_Op_create(sum_or_throw, /*commute=*/1, &op_); }
  ~Exceptions() override { MPI_Op_free(&op_); }

  // Whether the call threw here; otherwise its error. The call has `elements` elements; on rank
  // `poisoned` the last one is poison, or all of them if that is rank 0.
  struct Result {
    bool threw = false;
    int error = MPI_SUCCESS;
  };
  template <typename Call>
  Result reduce_poison(int poisoned, std::size_t elements, Call call) const {
    std::vector<double> input(elements, 1.0);
    std::vector<double> output(elements);
    if (rank_ == poisoned)
      std::fill(rank_ == 0 ? input.begin() : input.end() - 1, input.end(), poison);
    Result result;
    try {
      result.error = call(input, output);
    } catch (const std::range_error& caught) {
      EXPECT_FALSE(throws_bad_alloc);
      EXPECT_EQ(std::string(caught.what()).find("poison at "), 0U);
      result.threw = true;
    } catch (const std::bad_alloc&) {
      EXPECT_TRUE(throws_bad_alloc);
      result.threw = true;
    }
    return result;
  }

  // Some rank met the poison; all ranks have returned, and none takes a wrong result for a right
  // one.
  static void expect_thrown(const Result& here, bool gets_result, MPI_Comm comm) {
    if (gets_result) {
      EXPECT_TRUE(here.threw || here.error != MPI_SUCCESS);
    }
    EXPECT_FALSE(true_on_all_ranks(!here.threw, comm)) << "nobody threw";
    EXPECT_EQ(std::uncaught_exceptions(), 0);
    EXPECT_TRUE(small_sum_is_right(comm)) << "after the exception";
    expect_reductions_right(comm);
  }

  const int rank_ = rank_of(MPI_COMM_WORLD);
  const int size_ = size_of(MPI_COMM_WORLD);
  MPI_Op op_;
};

TEST_F(Exceptions, OfAnOperationComeThrough) {
  if (size_ < 2) GTEST_SKIP() << "there is nothing to reduce";
  under_each_kernel([this] {
    for (const std::size_t elements : {1U, 3000U, 100000U}) {
      for (const int poisoned : {0, size_ - 1}) {
        throws_bad_alloc = poisoned == 0;
        const RecordedComm comm;
        const auto length = static_cast<int>(elements);
        expect_thrown(reduce_poison(poisoned, elements,
                                    [&](auto& input, auto& output) {
                                      return MPI_Allreduce(input.data(), output.data(), length,
                                                           MPI_DOUBLE, op_, comm);
                                    }),
                      true, comm);
        expect_thrown(reduce_poison(poisoned, elements,
                                    [&](auto& input, auto& output) {
                                      return MPI_Reduce(input.data(), output.data(), length,
                                                        MPI_DOUBLE, op_, size_ - 1, comm);
                                    }),
                      rank_ == size_ - 1, comm);
      }
    }
  });
}

// NOLINTNEXTLINE(cert-dcl50-cpp,readability-non-const-parameter): MPI's type
void throwing_handler(MPI_Comm* /*comm*/, int* code, ...) {
  throw std::invalid_argument("error " + std::to_string(*code));
}

// Errors of the MPI library and Allfold's own errors are raised in this way.
TEST_F(Exceptions, OfAnErrorHandlerComeThrough) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(throwing_handler, &handler);
  under_each_kernel([&] {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, handler);
    const int in = 1;
    int out = 0;
    for (int round = 0; round < 2; ++round) {
      EXPECT_THROW(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, comm), std::invalid_argument);
      EXPECT_THROW(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, size_, comm), std::invalid_argument);
      EXPECT_TRUE(small_sum_is_right(comm));
    }
    MPI_Comm_free(&comm);
  });
  MPI_Errhandler_free(&handler);
}

}  // namespace
}  // namespace allfold_test
