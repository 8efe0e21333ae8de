// Floating-point results have the same bits on all ranks, and in every run with the same data.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "reductions/badly_conditioned.h"
#include "reductions/call.h"
#include "support/buffers.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// Even MAX is not exact: the order of the operands determines which NaN or which zero is the
// result.
double with_special_values(int rank, std::size_t index, int) {
  const std::uint64_t word = random_word(rank, index);
  switch (word % 5) {
    case 0: return 0.0;
    case 1: return -0.0;
    case 2: return std::copysign(std::numeric_limits<double>::quiet_NaN(), word & 8 ? 1.0 : -1.0);
    case 3: return -std::numeric_limits<double>::infinity();
    default: return -1.0;
  }
}

std::complex<double> complex_factor(int rank, std::size_t index, int) {
  const std::uint64_t word = random_word(rank, index);
  return {random_float<double>(word, 2), random_float<double>(mixed(word), 2)};
}

constexpr int repetitions = 2;

class SameBits : public testing::TestWithParam<Collective> {
 protected:
  // Every kernel, several times on one communicator and again on another one.
  template <typename T>
  void expect_same_bits(MPI_Datatype datatype, MPI_Op op,
                        T (*contribution)(int, std::size_t, int)) {
    std::map<std::string, std::uint64_t> first;  // result of each case, on this rank
    for (int round = 0; round < 2; ++round) {
      for_each_kernel(GetParam(), ServedBy::forced_kernel, [&](const Turn& turn) {
        for (const std::size_t count : {std::size_t{1}, static_cast<std::size_t>(turn.size) + 1,
                                        std::size_t{1000}, std::size_t{5003}}) {
          const std::string name = turn.configuration + " count " + std::to_string(count);
          std::vector<T> mine(count);
          for (std::size_t i = 0; i < count; ++i) mine[i] = contribution(turn.rank, i, turn.size);
          for (int repetition = 0; repetition < repetitions; ++repetition) {
            const std::uint64_t bits = result_bits(mine, datatype, op, turn);
            EXPECT_EQ(first.try_emplace(name, bits).first->second, bits)
                << name << ": not the result of the first run";
            if (GetParam() == Collective::allreduce) {
              EXPECT_TRUE(same_on_all_ranks(bits, turn.comm)) << name;
            }
          }
        }
      });
    }
  }

 private:
  template <typename T>
  std::uint64_t result_bits(const std::vector<T>& mine, MPI_Datatype datatype, MPI_Op op,
                            const Turn& turn) {
    whereabouts("%s: count %zu", turn.configuration.c_str(), mine.size());
    random_delay(200);  // the order of arrival must not matter
    std::vector<T> result(mine.size());
    call(GetParam(),
         {.send = mine.data(),
          .receive = result.data(),
          .count = mine.size(),
          .datatype = datatype,
          .op = op,
          .root = static_cast<int>(mine.size()) % turn.size},
         turn.comm);
    return digest(result.data(), result.size() * sizeof(T));
  }
};

// Otherwise the tests below would prove nothing.
TEST(SameBitsData, SumsDependOnTheOrder) {
  const int ranks = size_of(MPI_COMM_WORLD);
  if (ranks < 3) GTEST_SKIP() << "two terms have one sum";
  int different = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    double upwards = 0;
    double downwards = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      upwards += badly_conditioned<double>(rank, i, ranks);
      downwards += badly_conditioned<double>(ranks - 1 - rank, i, ranks);
    }
    different += upwards != downwards;
  }
  EXPECT_GT(different, 250);
}

TEST_P(SameBits, SumOfDoubles) { expect_same_bits<double>(MPI_DOUBLE, MPI_SUM, badly_conditioned); }

TEST_P(SameBits, SumOfFloats) { expect_same_bits<float>(MPI_FLOAT, MPI_SUM, badly_conditioned); }

TEST_P(SameBits, ProductOfComplexNumbers) {
  expect_same_bits<std::complex<double>>(MPI_C_DOUBLE_COMPLEX, MPI_PROD, complex_factor);
}

TEST_P(SameBits, MaximumOfSpecialValues) {
  expect_same_bits<double>(MPI_DOUBLE, MPI_MAX, with_special_values);
}

INSTANTIATE_TEST_SUITE_P(, SameBits, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
