// Calls that look invalid and that Open MPI accepts: Allfold accepts them, with the right result.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "errors/as_native.h"
#include "life/right_answers.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

const Outcome success{.error_class = MPI_SUCCESS};

int sum_of_ranks(MPI_Comm comm) { return size_of(comm) * (size_of(comm) - 1) / 2; }

TEST(AcceptedOddities, AllreduceOfOneElementWithAliasedBuffers) {
  under_each_kernel([] {
    const RecordedComm comm;
    const AllreduceCall defaults{.input = nullptr, .result = nullptr, .comm = comm};
    double value = rank_of(comm);
    AllreduceCall call = defaults;
    call.input = &value;
    call.result = &value;
    EXPECT_EQ(outcome(call), success);
    EXPECT_EQ(value, sum_of_ranks(comm));

    // On one rank only: ranks must not choose by their pointers.
    value = rank_of(comm);
    double result = -1;
    if (rank_of(comm) != 0) call.result = &result;
    EXPECT_EQ(outcome(call), success);
    EXPECT_EQ(rank_of(comm) == 0 ? value : result, sum_of_ranks(comm));
  });
}

// Calls that differ only in their buffers alternate: a decision for one may not suit the next.
constexpr int calls_in_turn = 40;
bool is_turn(int call, int of) { return call % 7 == of; }

TEST(AcceptedOddities, AllreducesWhoseBuffersChange) {
  const RecordedComm comm;
  const int size = size_of(comm);
  for (int call = 0; call < calls_in_turn; ++call) {
    const double mine = call * size + rank_of(comm);
    double input = mine;
    double result = -1;
    const void* send = is_turn(call, 3) ? MPI_IN_PLACE : is_turn(call, 5) ? &result : &input;
    if (send != &input) result = mine;
    EXPECT_EQ(outcome(AllreduceCall{.input = send, .result = &result, .comm = comm}), success);
    EXPECT_EQ(result, call * size * size + sum_of_ranks(comm)) << "call " << call;
    EXPECT_EQ(input, mine);
  }
}

TEST(AcceptedOddities, ReducesWhoseBuffersChange) {
  const RecordedComm comm;
  const int size = size_of(comm);
  const int rank = rank_of(comm);
  const int root = size - 1;
  for (int call = 0; call < calls_in_turn; ++call) {
    const double mine = call * size + rank;
    const double sum = call * size * size + sum_of_ranks(comm);
    const bool is_in_place = rank == root && is_turn(call, 4);
    double input = mine;
    double result = is_in_place ? mine : -1;
    EXPECT_EQ(outcome(ReduceCall{.input = is_in_place ? MPI_IN_PLACE : &input,
                                 .result = rank == root || is_turn(call, 2) ? &result
                                           : is_turn(call, 6)               ? &input
                                                                            : nullptr,
                                 .root = root,
                                 .comm = comm}),
              success);
    EXPECT_EQ(result, rank == root ? sum : -1) << "call " << call;
    EXPECT_EQ(input, mine);
  }
}

// A receive buffer is not significant there, so it aliases nothing, and remains unchanged.
TEST(AcceptedOddities, ReduceWithAliasedBuffersElsewhereThanAtTheRoot) {
  under_each_kernel([] {
    const RecordedComm comm;
    std::vector<double> input(1000);
    std::iota(input.begin(), input.end(), rank_of(comm));
    const std::vector<double> before = input;
    std::vector<double> result(input.size());
    const int root = size_of(comm) - 1;
    const ReduceCall call{.input = input.data(),
                          .result = rank_of(comm) == root ? result.data() : input.data(),
                          .count = static_cast<int>(input.size()),
                          .root = root,
                          .comm = comm};
    EXPECT_EQ(outcome(call), success);
    EXPECT_EQ(input, before);
    if (rank_of(comm) == root) {
      EXPECT_EQ(result[7], 7.0 * size_of(comm) + sum_of_ranks(comm));
    }
  });
}

TEST(AcceptedOddities, NoElementsAndNoBuffers) {
  under_each_kernel([] {
    const RecordedComm comm;
    EXPECT_EQ(outcome(AllreduceCall{.input = nullptr, .result = nullptr, .count = 0, .comm = comm}),
              success);
    EXPECT_EQ(
        outcome(ReduceCall{.input = nullptr, .result = nullptr, .count = 0, .comm = comm}),
        native_outcome(ReduceCall{.input = nullptr, .result = nullptr, .count = 0, .comm = comm}));
    double unused = 1;
    EXPECT_EQ(outcome(AllreduceCall{.input = &unused, .result = &unused, .count = 0, .comm = comm}),
              success);
    EXPECT_EQ(unused, 1);
  });
}

struct NamedOp {
  const char* name;
  MPI_Op op;
};

std::vector<NamedOp> all_predefined_operations() {
  return {{"MPI_MAX", MPI_MAX},         {"MPI_MIN", MPI_MIN},       {"MPI_SUM", MPI_SUM},
          {"MPI_PROD", MPI_PROD},       {"MPI_LAND", MPI_LAND},     {"MPI_BAND", MPI_BAND},
          {"MPI_LOR", MPI_LOR},         {"MPI_BOR", MPI_BOR},       {"MPI_LXOR", MPI_LXOR},
          {"MPI_BXOR", MPI_BXOR},       {"MPI_MAXLOC", MPI_MAXLOC}, {"MPI_MINLOC", MPI_MINLOC},
          {"MPI_REPLACE", MPI_REPLACE}, {"MPI_NO_OP", MPI_NO_OP}};
}

std::vector<MPI_Datatype> all_predefined_types() {
  return {MPI_CHAR,
          MPI_SIGNED_CHAR,
          MPI_UNSIGNED_CHAR,
          MPI_WCHAR,
          MPI_SHORT,
          MPI_UNSIGNED_SHORT,
          MPI_INT,
          MPI_UNSIGNED,
          MPI_LONG,
          MPI_UNSIGNED_LONG,
          MPI_LONG_LONG,
          MPI_UNSIGNED_LONG_LONG,
          MPI_INT8_T,
          MPI_UINT8_T,
          MPI_INT16_T,
          MPI_UINT16_T,
          MPI_INT32_T,
          MPI_UINT32_T,
          MPI_INT64_T,
          MPI_UINT64_T,
          MPI_AINT,
          MPI_OFFSET,
          MPI_COUNT,
          MPI_BYTE,
          MPI_PACKED,
          MPI_C_BOOL,
          MPI_CXX_BOOL,
          MPI_FLOAT,
          MPI_DOUBLE,
          MPI_LONG_DOUBLE,
          MPI_C_FLOAT_COMPLEX,
          MPI_C_DOUBLE_COMPLEX,
          MPI_C_LONG_DOUBLE_COMPLEX,
          MPI_CXX_FLOAT_COMPLEX,
          MPI_CXX_DOUBLE_COMPLEX,
          MPI_CXX_LONG_DOUBLE_COMPLEX,
          MPI_FLOAT_INT,
          MPI_DOUBLE_INT,
          MPI_LONG_INT,
          MPI_2INT,
          MPI_SHORT_INT,
          MPI_LONG_DOUBLE_INT,
          MPI_CHARACTER,
          MPI_LOGICAL,
          MPI_INTEGER,
          MPI_INTEGER1,
          MPI_INTEGER2,
          MPI_INTEGER4,
          MPI_INTEGER8,
          MPI_REAL,
          MPI_REAL4,
          MPI_REAL8,
          MPI_DOUBLE_PRECISION,
          MPI_COMPLEX,
          MPI_COMPLEX8,
          MPI_COMPLEX16,
          MPI_DOUBLE_COMPLEX,
          MPI_2INTEGER,
          MPI_2REAL,
          MPI_2DOUBLE_PRECISION};
}

std::string name_of(MPI_Datatype type) {
  std::array<char, MPI_MAX_OBJECT_NAME> name;
  int length;
  MPI_Type_get_name(type, name.data(), &length);
  return name.data();
}

// MPI_Reduce_local would raise its errors on MPI_COMM_WORLD. Allfold allows exactly those
// combinations of operation and type that Open MPI allows, standard or not.
TEST(AcceptedOddities, EveryOperationOnEveryTypeAsNatively) {
  const RecordedComm comm;
  for (const NamedOp& op : all_predefined_operations()) {
    for (MPI_Datatype type : all_predefined_types()) {
      SCOPED_TRACE(std::string(op.name) + " on " + name_of(type));
      const std::vector<char> input(64);
      std::vector<char> result(64);
      const AllreduceCall allreduce{
          .input = input.data(), .result = result.data(), .type = type, .op = op.op, .comm = comm};
      EXPECT_EQ(outcome(allreduce), native_outcome(allreduce));
      const ReduceCall reduce{
          .input = input.data(), .result = result.data(), .type = type, .op = op.op, .comm = comm};
      EXPECT_EQ(outcome(reduce), native_outcome(reduce));
    }
  }
}

}  // namespace
}  // namespace allfold_test
