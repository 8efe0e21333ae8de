// User-defined operations, commutative or not: operands are combined in rank order, with any root.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>

#include "reductions/exact_case.h"
#include "reductions/layouts.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// The ranks first..last, combined without a gap, an overlap or an exchange as long as `fits` is
// true. The index detects an element from elsewhere in the vector.
struct Interval {
  std::int32_t first;
  std::int32_t last;
  std::int32_t index;
  std::int32_t fits;
  bool operator==(const Interval&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Interval& interval) {
  return out << "ranks " << interval.first << ".." << interval.last << " of element "
             << interval.index << (interval.fits ? "" : ", wrongly combined");
}

Interval concatenation(const Interval& a, const Interval& b) {
  const bool fits = a.fits && b.fits && a.last + 1 == b.first && a.index == b.index;
  return {a.first, b.last, a.index, fits};
}

Interval own_interval(int rank, std::size_t index) {
  return {rank, rank, static_cast<std::int32_t>(index), 1};
}

// The right operand: not commutative, on a predefined datatype.
int right_operand(const int& /*lhs*/, const int& rhs) { return rhs; }
int rank_and_index(int rank, std::size_t index) {
  return 1000 * static_cast<int>(index % 1'000'000) + rank;
}

// A sum modulo a prime: commutative, and not the result of any predefined operation.
constexpr std::uint64_t prime = 2'305'843'009'213'693'951;  // 2^61 - 1
std::uint64_t modular_sum(const std::uint64_t& lhs, const std::uint64_t& rhs) {
  return (lhs + rhs) % prime;
}
std::uint64_t residue(int rank, std::size_t index) { return random_word(rank, index) % prime; }

// The datatype that the calls pass; MPI passes the same one to the operation.
MPI_Datatype expected_datatype = MPI_DATATYPE_NULL;

template <typename T, auto combined>
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
void user_function(void* in, void* inout, int* length, MPI_Datatype* datatype) {
  EXPECT_EQ(*datatype, expected_datatype);
  const T* lhs = static_cast<T*>(in);
  T* rhs = static_cast<T*>(inout);
  for (int i = 0; i < *length; ++i) rhs[i] = combined(lhs[i], rhs[i]);
}

// MPI does not require that the operation leaves its left operand unchanged.
template <typename T, auto combined>
void scribbling_function(void* in, void* inout, int* length, MPI_Datatype* datatype) {
  user_function<T, combined>(in, inout, length, datatype);
  std::fill_n(static_cast<T*>(in), *length, T{});
}

enum class Commutative : int { no, yes };

class UserOperations : public testing::TestWithParam<Collective> {
 protected:
  // Every kernel, with every root.
  template <typename T, auto combined>
  void expect_results(MPI_Datatype datatype, T (*contribution)(int, std::size_t),
                      Commutative commutative,
                      MPI_User_function* function = user_function<T, combined>) {
    expected_datatype = datatype;
    ExactCase<T> exact_case{datatype, MPI_OP_NULL, contribution, combined};
    MPI_Op_create(function, static_cast<int>(commutative), &exact_case.op);
    const int ranks = size_of(MPI_COMM_WORLD);
    const ServedBy served_by =
        commutative == Commutative::yes ? ServedBy::user_operation : ServedBy::in_rank_order;
    for (const std::size_t count : {std::size_t{1}, static_cast<std::size_t>(ranks), lengthy}) {
      const std::vector<T> mine = exact_case.contributions(rank_of(MPI_COMM_WORLD), count);
      const std::vector<T> expected = exact_case.reference(ranks, count);
      for_each_kernel(GetParam(), served_by, [&](const Turn& turn) {
        const int roots = GetParam() == Collective::reduce ? turn.size : 1;
        for (int root = 0; root < roots; ++root) {
          const Source source = root % 2 ? Source::in_place : Source::send_buffer;
          expect_exact(GetParam(), exact_case, mine, expected, root, source, turn);
        }
      });
    }
    MPI_Op_free(&exact_case.op);
  }

  static constexpr std::size_t lengthy = 1000;
};

TEST_P(UserOperations, MatrixProduct) {
  MPI_Datatype datatype;
  MPI_Type_contiguous(4, MPI_UINT32_T, &datatype);
  MPI_Type_commit(&datatype);
  expect_results<Matrix, product>(datatype, random_matrix, Commutative::no);
  MPI_Type_free(&datatype);
}

TEST_P(UserOperations, IntervalConcatenation) {
  MPI_Datatype datatype;
  MPI_Type_contiguous(4, MPI_INT32_T, &datatype);
  MPI_Type_commit(&datatype);
  expect_results<Interval, concatenation>(datatype, own_interval, Commutative::no);
  MPI_Type_free(&datatype);
}

TEST_P(UserOperations, NotCommutativeOnPredefinedType) {
  expect_results<int, right_operand>(MPI_INT, rank_and_index, Commutative::no);
}

TEST_P(UserOperations, CommutativeOnPredefinedType) {
  expect_results<std::uint64_t, modular_sum>(MPI_UINT64_T, residue, Commutative::yes);
}

TEST_P(UserOperations, ThatWriteToTheirLeftOperand) {
  expect_results<std::uint64_t, modular_sum>(MPI_UINT64_T, residue, Commutative::yes,
                                             scribbling_function<std::uint64_t, modular_sum>);
  expect_results<int, right_operand>(MPI_INT, rank_and_index, Commutative::no,
                                     scribbling_function<int, right_operand>);
}

#ifdef ALLFOLD_HAS_64_BIT_COUNTS
// NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function_c
void with_64_bit_count(void* in, void* inout, MPI_Count* length, MPI_Datatype* /*datatype*/) {
  const auto* lhs = static_cast<std::uint64_t*>(in);
  auto* rhs = static_cast<std::uint64_t*>(inout);
  for (MPI_Count i = 0; i < *length; ++i) rhs[i] = modular_sum(lhs[i], rhs[i]);
}

TEST_P(UserOperations, OfAFunctionWithACountOf64Bits) {
  ExactCase<std::uint64_t> exact_case{MPI_UINT64_T, MPI_OP_NULL, residue, modular_sum};
  MPI_Op_create_c(with_64_bit_count, /*commute=*/1, &exact_case.op);
  for_each_kernel(GetParam(), ServedBy::user_operation, [&](const Turn& turn) {
    expect_exact(GetParam(), exact_case, exact_case.contributions(turn.rank, lengthy),
                 exact_case.reference(turn.size, lengthy), 0, Source::send_buffer, turn);
  });
  MPI_Op_free(&exact_case.op);
}
#endif

int greater(const int& lhs, const int& rhs) { return std::max(lhs, rhs); }

// MPI libraries reuse the handle of a freed operation.
TEST_P(UserOperations, KeepTheirOrderAfterOthersThatHadNone) {
  expected_datatype = MPI_INT;
  for_each_kernel(GetParam(), ServedBy::any_kernel, [](const Turn& turn) {
    const auto expect_result = [&](auto function, auto combined, Commutative commutative) {
      ExactCase<int> exact_case{MPI_INT, MPI_OP_NULL, rank_and_index, combined};
      MPI_Op_create(function, static_cast<int>(commutative), &exact_case.op);
      expect_exact(GetParam(), exact_case, exact_case.contributions(turn.rank, lengthy),
                   exact_case.reference(turn.size, lengthy), 0, Source::send_buffer, turn);
      MPI_Op_free(&exact_case.op);
    };
    expect_result(user_function<int, greater>, greater, Commutative::yes);
    expect_result(user_function<int, right_operand>, right_operand, Commutative::no);
  });
}

INSTANTIATE_TEST_SUITE_P(, UserOperations, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
