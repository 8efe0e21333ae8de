#include "life/right_answers.h"

#include <allfold/allfold.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "support/hang_report.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// x -> factor * x + offset modulo 2^64; odd factors make it invertible.
struct Affine {
  std::uint64_t factor;
  std::uint64_t offset;
  bool operator==(const Affine&) const = default;
};

Affine compose(Affine outer, Affine inner) {
  return {.factor = outer.factor * inner.factor,
          .offset = outer.factor * inner.offset + outer.offset};
}

void compose_all(void* lower_ranks, void* higher_ranks, int* count, MPI_Datatype*) {
  const auto* lhs = static_cast<const Affine*>(lower_ranks);
  auto* rhs = static_cast<Affine*>(higher_ranks);
  for (int i = 0; i < *count; ++i) rhs[i] = compose(lhs[i], rhs[i]);
}

MPI_Datatype affine_type() {
  static const MPI_Datatype type = [] {
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_UINT64_T, &pair);
    MPI_Type_commit(&pair);
    return pair;
  }();
  return type;
}

MPI_Op affine_op() {
  static const MPI_Op op = [] {
    MPI_Op composition;
    MPI_Op_create(compose_all, /*commute=*/0, &composition);
    return composition;
  }();
  return op;
}

std::uint64_t mixed(std::uint64_t bits) {  // the finaliser of SplitMix64
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

Affine element(int rank, std::size_t position, std::uint64_t seed) {
  const auto number = static_cast<std::uint64_t>(rank) * 0x9e3779b97f4a7c15 + position;
  const std::uint64_t bits = mixed(number ^ mixed(seed + 1));
  return {.factor = bits | 1, .offset = mixed(bits)};
}

std::vector<Affine> contribution(int rank, int count, std::uint64_t seed) {
  std::vector<Affine> elements(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = element(rank, i, seed);
  return elements;
}

void expect_reduction_of_all(const std::vector<Affine>& result, int size, std::uint64_t seed) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    Affine expected = element(0, i, seed);
    for (int rank = 1; rank < size; ++rank) {
      expected = compose(expected, element(rank, i, seed));
    }
    if (result[i] == expected) continue;
    ADD_FAILURE() << "element " << i << " of " << result.size() << " is wrong";
    return;
  }
}

}  // namespace

void expect_allreduce_right(MPI_Comm comm, int count, std::uint64_t seed) {
  const std::vector<Affine> mine = contribution(rank_of(comm), count, seed);
  std::vector<Affine> result(mine.size());
  EXPECT_EQ(MPI_Allreduce(mine.data(), result.data(), count, affine_type(), affine_op(), comm),
            MPI_SUCCESS);
  SCOPED_TRACE("Allreduce on " + std::to_string(size_of(comm)) + " ranks");
  expect_reduction_of_all(result, size_of(comm), seed);
}

void expect_reduce_right(MPI_Comm comm, int count, int root, std::uint64_t seed) {
  const std::vector<Affine> mine = contribution(rank_of(comm), count, seed);
  const bool is_root = rank_of(comm) == root;
  std::vector<Affine> result(is_root ? mine.size() : 0);
  EXPECT_EQ(MPI_Reduce(mine.data(), is_root ? result.data() : nullptr, count, affine_type(),
                       affine_op(), root, comm),
            MPI_SUCCESS);
  SCOPED_TRACE("Reduce on " + std::to_string(size_of(comm)) + " ranks to " + std::to_string(root));
  if (is_root) expect_reduction_of_all(result, size_of(comm), seed);
}

void expect_reductions_right(MPI_Comm comm) {
  const int size = size_of(comm);
  std::uint64_t seed = 0;
  for (const int count : {1, size - 1, 0, 4099, 100}) {
    expect_allreduce_right(comm, count, ++seed);
    expect_reduce_right(comm, count, size - 1, ++seed);
    expect_reduce_right(comm, count, size / 2, ++seed);
  }
}

bool small_sum_is_right(MPI_Comm comm) {
  const int size = size_of(comm);
  const int mine = rank_of(comm) + 1;
  int sum = 0;
  return MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS &&
         sum == size * (size + 1) / 2;
}

std::uint64_t native_calls() {
  return allfold_calls("allreduce", "native") + allfold_calls("reduce", "native");
}

void under_each_kernel(const std::function<void()>& body) {
  for (const std::string& kernel : all_configurations(Collective::allreduce)) {
    SCOPED_TRACE(kernel);
    whereabouts("%s", kernel.c_str());
    const std::string name = kernel.substr(0, kernel.find(':'));
    configure(Collective::allreduce, kernel.c_str());
    if (allfold_kernel_serves(name.c_str(), "reduce")) {
      configure(Collective::reduce, kernel.c_str());
    }
    body();
    configure(Collective::allreduce, nullptr);
    configure(Collective::reduce, nullptr);
  }
}

}  // namespace allfold_test
