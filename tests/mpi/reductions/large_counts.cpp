// Counts and sizes that exceed 32 bits: vectors of more than 2 GiB, and few elements spread over
// more.
#include <gtest/gtest.h>
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "reductions/call.h"
#include "reductions/shares.h"
#include "support/buffers.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

constexpr std::size_t gibibyte = std::size_t{1} << 30;

// A period of data, mapped repeatedly: a long read-only vector that needs little memory. The period
// is not a power of two, so that exchanged blocks differ.
class Periodic {
 public:
  static constexpr std::size_t period = std::size_t{515} * 4096 / sizeof(std::uint64_t);

  Periodic(const std::vector<std::uint64_t>& data, std::size_t count)
      : bytes_((count + period - 1) / period * period_bytes),
        address_(
            mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    const int file = memfd_create("period", 0);
    if (address_ == MAP_FAILED || file < 0 ||
        write(file, data.data(), period_bytes) != static_cast<ssize_t>(period_bytes)) {
      std::abort();
    }
    for (std::size_t at = 0; at < bytes_; at += period_bytes) {
      if (mmap(static_cast<std::byte*>(address_) + at, period_bytes, PROT_READ,
               MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
        std::abort();
    }
    close(file);
  }
  ~Periodic() { munmap(address_, bytes_); }
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

  const std::uint64_t* data() const { return static_cast<const std::uint64_t*>(address_); }

 private:
  static constexpr std::size_t period_bytes = period * sizeof(std::uint64_t);
  std::size_t bytes_;
  void* address_;
};

std::vector<std::uint64_t> one_period(int rank) {
  std::vector<std::uint64_t> words(Periodic::period);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = random_word(rank, i);
  return words;
}

std::vector<std::uint64_t> one_period_of_sums(int ranks) {
  std::vector<std::uint64_t> words(Periodic::period);
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] += random_word(rank, i);
  }
  return words;
}

testing::AssertionResult repeats(const std::uint64_t* got, std::size_t count,
                                 const std::vector<std::uint64_t>& period) {
  for (std::size_t at = 0; at < count; at += period.size()) {
    const std::size_t length = std::min(period.size(), count - at);
    if (std::memcmp(got + at, period.data(), length * sizeof got[0]) != 0) {
      return testing::AssertionFailure()
             << "wrong between elements " << at << " and " << at + length;
    }
  }
  return testing::AssertionSuccess();
}

class LargeCounts : public testing::TestWithParam<Collective> {
 protected:
  static void expect_sums_of_long_vectors(const std::vector<std::string>& configurations);
};

void LargeCounts::expect_sums_of_long_vectors(const std::vector<std::string>& configurations) {
  constexpr std::size_t count = 2 * gibibyte / sizeof(std::uint64_t) + 12'345;
  const int ranks = size_of(MPI_COMM_WORLD);
  // The result, and scratch memory of the same size.
  const std::size_t needed = 9 * gibibyte / 2 * static_cast<std::size_t>(ranks);
  if (!true_on_all_ranks(available_memory() > needed + gibibyte, MPI_COMM_WORLD)) {
    GTEST_SKIP() << "needs " << needed / gibibyte << " GiB of free memory";
  }
  const Periodic send(one_period(rank_of(MPI_COMM_WORLD)), count);
  const std::vector<std::uint64_t> sums = one_period_of_sums(ranks);
  const Pages receive(count * sizeof(std::uint64_t));
  // Page faults for small pages would take most of the time.
  madvise(receive.data(), receive.size(), MADV_HUGEPAGE);
  for (const std::string& configuration : configurations) {
    with_configuration(GetParam(), configuration, ServedBy::forced_kernel, [&](const Turn& turn) {
      const int root = turn.size - 1;
      const bool result_here = has_result(GetParam(), turn.rank, root);
      call(GetParam(),
           {.send = send.data(),
            .receive = result_here ? receive.data() : inaccessible_address(),
            .count = count,
            .datatype = MPI_UINT64_T,
            .op = MPI_SUM,
            .root = root},
           turn.comm);
      if (!result_here) return;
      auto* result = reinterpret_cast<std::uint64_t*>(receive.data());
      EXPECT_TRUE(repeats(result, count, sums));
      std::memset(result, 0, count * sizeof result[0]);
    });
  }
}

TEST_P(LargeCounts, MoreThanTwoGibibytes) {
  std::vector<std::string> configurations = some_configurations(GetParam());
  // Each takes seconds: with more ranks only the one that divides the vector into as many blocks is
  // tested.
  if (size_of(MPI_COMM_WORLD) > 2) configurations = {configurations.back()};
  expect_sums_of_long_vectors(configurations);
}

// Takes minutes: run manually, with --gtest_also_run_disabled_tests and without --timeout.
TEST_P(LargeCounts, DISABLED_MoreThanTwoGibibytesByEveryKernel) {
  expect_sums_of_long_vectors(all_configurations(GetParam()));
}

// Shares of a vector that is longer than 2 GiB, through shared memory and by messages. The last rank
// wants less than the others.
TEST(LargeShares, OfMoreThanTwoGibibytes) {
  constexpr std::size_t elements = 2 * gibibyte / sizeof(std::uint64_t);
  const int ranks = size_of(MPI_COMM_WORLD);
  const int rank = rank_of(MPI_COMM_WORLD);
  const auto of_each = static_cast<std::int64_t>(elements / static_cast<std::size_t>(ranks)) + 4321;
  Shares shares = equal_shares(ranks, of_each, Shares::Function::list);
  shares.counts.back() -= 1234;
  const std::size_t needed = 9 * gibibyte / 2 * static_cast<std::size_t>(ranks);
  if (!true_on_all_ranks(available_memory() > needed + gibibyte, MPI_COMM_WORLD))
    GTEST_SKIP() << "needs " << needed / gibibyte << " GiB of free memory";
  const Periodic send(one_period(rank), shares.all());
  const std::vector<std::uint64_t> sums = one_period_of_sums(ranks);
  const std::size_t start = shares.start(rank);
  for (const char* configuration : {"auto", "ring"})
    with_configuration(
        Collective::reduce_scatter, configuration, ServedBy::forced_kernel, [&](const Turn& turn) {
          std::vector<std::uint64_t> result(shares.of(rank));
          EXPECT_EQ(
              reduce_scatter(shares, send.data(), result.data(), MPI_UINT64_T, MPI_SUM, turn.comm),
              MPI_SUCCESS);
          std::size_t wrong = 0;
          for (std::size_t i = 0; i < result.size(); ++i)
            wrong += result[i] != sums[(start + i) % sums.size()];
          EXPECT_EQ(wrong, 0U) << "wrong elements";
        });
}

// More elements than an int can count. Each is the sum of two bytes: 0 to 6 of one rank, and 10 of
// the other.
class Beyond31Bits : public testing::TestWithParam<Collective> {};

TEST_P(Beyond31Bits, OfOneByte) {
  constexpr std::size_t count = (std::size_t{1} << 31) + 12'345;
  if (count_type() != CountType::of_64_bits) GTEST_SKIP() << "needs --count-type=64-bit";
  ASSERT_EQ(size_of(MPI_COMM_WORLD), 2);
  constexpr std::size_t needed = 5 * 2 * gibibyte;
  if (!true_on_all_ranks(available_memory() > needed + gibibyte, MPI_COMM_WORLD))
    GTEST_SKIP() << "needs " << needed / gibibyte << " GiB of free memory";
  const int rank = rank_of(MPI_COMM_WORLD);
  const int root = 1;
  constexpr unsigned char bytes = 7;  // not a power of two: exchanged pieces differ
  const auto input = [rank](std::size_t i) {
    return static_cast<signed char>(rank == 0 ? i % bytes : 10);
  };
  const Pages send(count);
  const Pages receive(count);
  madvise(send.data(), send.size(), MADV_HUGEPAGE);
  madvise(receive.data(), receive.size(), MADV_HUGEPAGE);
  auto* const mine = reinterpret_cast<signed char*>(send.data());
  auto* const result = reinterpret_cast<signed char*>(receive.data());
  for (std::size_t i = 0; i < count; ++i) mine[i] = input(i);
  std::memset(result, 0, count);
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    whereabouts("%s", turn.configuration.c_str());
    call(GetParam(),
         {.send = mine,
          .receive = result,
          .count = count,
          .datatype = MPI_SIGNED_CHAR,
          .op = MPI_SUM,
          .root = root},
         turn.comm);
  });
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    wrong +=
        result[i] != (has_result(GetParam(), rank, root) ? 10 + static_cast<int>(i % bytes) : 0);
  EXPECT_EQ(wrong, 0U) << "wrong elements";
}

INSTANTIATE_TEST_SUITE_P(, Beyond31Bits, both_collectives(), test_suffix);

// count * extent exceeds 2^31 by far, although only a few pages are used.
constexpr MPI_Aint wide_extent = gibibyte + 24;

// The signature is MPI's.
// NOLINTNEXTLINE(readability-non-const-parameter)
void add_wide(void* in, void* inout, int* length, MPI_Datatype* /*unused*/) {
  for (int i = 0; i < *length; ++i) {
    const MPI_Aint at = i * wide_extent;
    std::uint64_t lhs;
    std::uint64_t rhs;
    std::memcpy(&lhs, static_cast<std::byte*>(in) + at, sizeof lhs);
    std::memcpy(&rhs, static_cast<std::byte*>(inout) + at, sizeof rhs);
    rhs += lhs;
    std::memcpy(static_cast<std::byte*>(inout) + at, &rhs, sizeof rhs);
  }
}

TEST_P(LargeCounts, ElementsAGibibyteApart) {
  constexpr std::size_t count = 5;
  MPI_Datatype datatype;
  MPI_Type_create_resized(MPI_UINT64_T, 0, wide_extent, &datatype);
  MPI_Type_commit(&datatype);
  MPI_Op op;
  MPI_Op_create(add_wide, 1, &op);
  const Pages send(count * wide_extent);
  const Pages receive(count * wide_extent);
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [&](const Turn& turn) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t word = random_word(turn.rank, i);
      std::memcpy(send.data() + i * wide_extent, &word, sizeof word);
    }
    const int root = turn.size - 1;
    call(GetParam(),
         {.send = send.data(),
          .receive = receive.data(),
          .count = count,
          .datatype = datatype,
          .op = op,
          .root = root},
         turn.comm);
    if (!has_result(GetParam(), turn.rank, root)) return;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t got;
      std::uint64_t sum = 0;
      std::memcpy(&got, receive.data() + i * wide_extent, sizeof got);
      for (int rank = 0; rank < turn.size; ++rank) sum += random_word(rank, i);
      EXPECT_EQ(got, sum) << "element " << i;
    }
  });
  MPI_Op_free(&op);
  MPI_Type_free(&datatype);
}

INSTANTIATE_TEST_SUITE_P(, LargeCounts, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
