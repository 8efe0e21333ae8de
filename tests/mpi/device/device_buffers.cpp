// Buffers on a GPU, whose memory the host cannot access, on all ranks or on some.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "allfold/allfold.h"
#include "device/device_memory.h"
#include "reductions/call.h"
#include "reductions/shares.h"
#include "support/buffers.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// The memories of a rank's buffers, which may differ between ranks.
struct Places {
  Where input;
  Where result;
};
using Pattern = std::function<Places(int rank)>;

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = {
      [](int) {
        return Places{Where::device, Where::device};
      },
      [](int rank) {
        return rank % 2 ? Places{Where::host, Where::device} : Places{Where::device, Where::host};
      },
      [](int rank) {
        return rank == 0 ? Places{Where::device, Where::device} : Places{Where::host, Where::host};
      },
      [](int rank) {
        return rank == 0 ? Places{Where::managed, Where::device}
                         : Places{Where::device, Where::managed};
      },
  };
  return all;
}

std::vector<std::uint64_t> sums(int ranks, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (int rank = 0; rank < ranks; ++rank)
    for (std::size_t i = 0; i < count; ++i) words[i] += random_word(rank, i);
  return words;
}

void contribute(const Vector& vector, int rank, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) vector.as<std::uint64_t>()[i] = random_word(rank, i);
}

// The first test: before the driver is loaded. Later tests make the same calls with it.
TEST(DeviceBuffersBefore, TheDriverIsLoaded) {
  for (int i = 0; i < 3; ++i) {
    std::uint64_t one = 1;
    std::uint64_t all = 0;
    MPI_Allreduce(&one, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(all, static_cast<std::uint64_t>(size_of(MPI_COMM_WORLD)));
  }
}

TEST(DeviceBuffersBefore, TheDriverIsLoadedBetweenTwoCallsOfOneKind) {
  const DeviceMemory memory;
  const Vector one(Where::device, sizeof(std::uint64_t));
  const Vector all(Where::device, sizeof(std::uint64_t));
  *one.as<std::uint64_t>() = 1;
  MPI_Allreduce(one.address(), all.address(), 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(*all.as<std::uint64_t>(), static_cast<std::uint64_t>(size_of(MPI_COMM_WORLD)));
}

class DeviceBuffers : public testing::TestWithParam<Collective> {
 protected:
  // Sums words, with every root if it is a Reduce.
  static void expect_sums(const Turn& turn, std::size_t count, const Pattern& pattern,
                          bool in_place) {
    const int roots = GetParam() == Collective::reduce ? turn.size : 1;
    for (int root = 0; root < roots; ++root) expect_sums_at(root, turn, count, pattern, in_place);
  }

  static void expect_sums_at(int root, const Turn& turn, std::size_t count, const Pattern& pattern,
                             bool in_place) {
    const Places places = pattern(turn.rank);
    const std::size_t bytes = std::max<std::size_t>(count * sizeof(std::uint64_t), 1);
    const std::vector<std::uint64_t> expected = sums(turn.size, count);
    whereabouts("%s: count %zu, root %d", turn.configuration.c_str(), count, root);
    SCOPED_TRACE(testing::Message() << "count " << count << ", root " << root);
    const DeviceMemory memory;
    const bool result_here = has_result(GetParam(), turn.rank, root);
    const bool one_memory = in_place && result_here;
    const Vector input(places.input, bytes);
    const Vector result(places.result, bytes);
    contribute(one_memory ? result : input, turn.rank, count);
    call(GetParam(),
         {.send = one_memory ? MPI_IN_PLACE : input.address(),
          .receive = result_here ? result.address() : inaccessible_address(),
          .count = count,
          .datatype = MPI_UINT64_T,
          .op = MPI_SUM,
          .root = root},
         turn.comm);
    if (result_here) {
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result.as<std::uint64_t>()));
    } else {
      EXPECT_TRUE(result.is_untouched());
    }
    if (!one_memory) {
      const Vector mine(Where::host, bytes);
      contribute(mine, turn.rank, count);
      EXPECT_EQ(std::memcmp(mine.data(), input.data(), bytes), 0) << "the input was written";
    }
  }
};

// Fewer elements than ranks, short, medium, and longer than the eager limits.
TEST_P(DeviceBuffers, OfEveryKernel) {
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [this](const Turn& turn) {
    for (const std::size_t count : {1, 2, 57, 3001, 40000}) {
      for (const Pattern& pattern : patterns()) {
        expect_sums(turn, count, pattern, /*in_place=*/false);
        expect_sums(turn, count, pattern, /*in_place=*/true);
      }
    }
  });
}

// Each rank gets its share, whose end is not the end of the receive buffer.
void expect_share(const Shares& shares, const Turn& turn, const Pattern& pattern, bool in_place) {
  const Places places = pattern(turn.rank);
  const std::size_t count = shares.all();
  const std::size_t own = shares.of(turn.rank);
  whereabouts("%s: %s", turn.configuration.c_str(), shares.name.c_str());
  SCOPED_TRACE(testing::Message() << shares << (in_place ? ", in place" : ""));
  const DeviceMemory memory;
  const Vector input(places.input, count * sizeof(std::uint64_t) + 1);
  const Vector result(places.result, count * sizeof(std::uint64_t) + 1);
  contribute(in_place ? result : input, turn.rank, count);
  EXPECT_EQ(reduce_scatter(shares, in_place ? MPI_IN_PLACE : input.address(), result.address(),
                           MPI_UINT64_T, MPI_SUM, turn.comm),
            MPI_SUCCESS);
  const std::vector<std::uint64_t> all = sums(turn.size, count);
  const auto* const expected = all.data() + shares.start(turn.rank);
  EXPECT_TRUE(std::equal(expected, expected + own, result.as<std::uint64_t>()));
  if (in_place) return;
  const auto is_filler = [](std::byte byte) { return byte == Vector::filler; };
  EXPECT_TRUE(std::all_of(result.data() + own * sizeof(std::uint64_t),
                          result.data() + result.size(), is_filler))
      << "more than the share was written";
}

TEST(DeviceBuffersOfShares, OfEveryKernel) {
  for_each_kernel(Collective::reduce_scatter, ServedBy::forced_kernel, [](const Turn& turn) {
    for (const std::int64_t most : {1, 3001})
      for (const Shares& shares : shares_up_to(turn.size, most))
        for (const Pattern& pattern : patterns())
          for (const bool in_place : {false, true}) expect_share(shares, turn, pattern, in_place);
  });
}

TEST(DeviceBuffersOfShares, OfNativeCalls) {
  with_configuration(Collective::reduce_scatter, "auto", ServedBy::any_kernel,
                     [](const Turn& turn) {
                       for (const Shares& shares : shares_up_to(turn.size, 57))
                         expect_share(shares, turn, patterns()[0], /*in_place=*/false);
                     });
}

TEST_P(DeviceBuffers, WithoutElements) {
  gpu().queries();
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [this](const Turn& turn) {
    expect_sums(turn, 0, patterns()[0], /*in_place=*/false);
  });
  EXPECT_EQ(gpu().queries(), 0);
}

// Vectors are copied in parts of up to 64 MiB, one after the other.
TEST_P(DeviceBuffers, LongVectors) {
  if (size_of(MPI_COMM_WORLD) > 2) GTEST_SKIP() << "two ranks do all that more would";
  const std::size_t count = (std::size_t{72} << 20) / sizeof(std::uint64_t) + 1;
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    expect_sums_at(turn.size - 1, turn, count, patterns()[1], /*in_place=*/false);
  });
  with_configuration(GetParam(), "ring-ordered", ServedBy::any_kernel, [&](const Turn& turn) {
    expect_sums_at(0, turn, count, patterns()[2], /*in_place=*/true);
  });
}

// Elements with gaps, which keep their content, reduced by a user-defined operation, which gets
// memory that the host can access.
TEST_P(DeviceBuffers, DerivedTypesAndUserOperations) {
  MPI_Datatype two_apart;
  MPI_Datatype with_gaps;
  MPI_Type_vector(2, 1, 3, MPI_UINT64_T, &two_apart);
  MPI_Type_create_resized(two_apart, 0, 6 * sizeof(std::uint64_t), &with_gaps);
  MPI_Type_commit(&with_gaps);
  MPI_Op op;
  MPI_Op_create(
      // NOLINTNEXTLINE(readability-non-const-parameter): MPI's type
      [](void* in, void* inout, int* length, MPI_Datatype*) {
        for (int i = 0; i < *length; ++i)
          for (const int at : {6 * i, 6 * i + 3})
            static_cast<std::uint64_t*>(inout)[at] += static_cast<std::uint64_t*>(in)[at];
      },
      /*commute=*/1, &op);
  for_each_kernel(GetParam(), ServedBy::user_operation, [&](const Turn& turn) {
    for (const std::size_t count : {1, 2, 700}) {
      for (const Pattern& pattern : patterns()) {
        const DeviceMemory memory;
        whereabouts("%s: gaps, count %zu", turn.configuration.c_str(), count);
        const Places places = pattern(turn.rank);
        const std::size_t words = 6 * count;
        const Vector input(places.input, words * sizeof(std::uint64_t));
        const Vector result(places.result, words * sizeof(std::uint64_t));
        contribute(input, turn.rank, words);
        const std::vector<std::uint64_t> expected = sums(turn.size, words);
        const int root = turn.size - 1;
        call(GetParam(),
             {.send = input.address(),
              .receive = result.address(),
              .count = count,
              .datatype = with_gaps,
              .op = op,
              .root = root},
             turn.comm);
        if (!has_result(GetParam(), turn.rank, root)) continue;
        std::uint64_t untouched;
        std::memset(&untouched, static_cast<int>(Vector::filler), sizeof untouched);
        for (std::size_t i = 0; i < words; ++i)
          EXPECT_EQ(result.as<std::uint64_t>()[i], i % 3 == 0 ? expected[i] : untouched);
      }
    }
  });
  MPI_Op_free(&op);
  MPI_Type_free(&with_gaps);
  MPI_Type_free(&two_apart);
}

// A predefined type with a gap at its end, and a type whose data precedes its address.
TEST_P(DeviceBuffers, DataBesideTheAddress) {
  struct Located {
    double value;
    int rank;
  };
  const int size = size_of(MPI_COMM_WORLD);
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    const DeviceMemory memory;
    const Vector input(Where::device, 10 * sizeof(Located));
    const Vector result(Where::device, 10 * sizeof(Located));
    for (int i = 0; i < 10; ++i) input.as<Located>()[i] = {double(turn.rank * i), turn.rank};
    call(GetParam(),
         {.send = input.address(),
          .receive = result.address(),
          .count = 10,
          .datatype = MPI_DOUBLE_INT,
          .op = MPI_MAXLOC,
          .root = 0},
         turn.comm);
    if (!has_result(GetParam(), turn.rank, 0)) return;
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(result.as<Located>()[i].value, (size - 1) * i);
      EXPECT_EQ(result.as<Located>()[i].rank, i == 0 ? 0 : size - 1);
    }
  });
}

TEST_P(DeviceBuffers, AreCopiedToPinnedMemoryThatIsKept) {
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [this](const Turn& turn) {
    expect_sums(turn, 1000, patterns()[0], /*in_place=*/false);
    // Without pinned memory other memory is used. Cached pinned memory is lost when the device is
    // reset.
    gpu().reset();
    expect_sums(turn, 1000, patterns()[0], /*in_place=*/false);
    gpu().reset();
    gpu().deny_pinned(1);
    expect_sums(turn, 1000, patterns()[0], /*in_place=*/false);
    gpu().deny_pinned(0);
    expect_sums(turn, 100000, patterns()[0], /*in_place=*/false);
  });
}

// A buffer that is in the host's memory needs no pinned memory.
TEST_P(DeviceBuffers, TakePinnedMemoryForThemselvesOnly) {
  constexpr std::size_t count = 100'000;
  const Pattern one_of_two = [](int rank) {
    return rank % 2 ? Places{Where::host, Where::device} : Places{Where::device, Where::host};
  };
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    gpu().reset();
    gpu().most_pinned_bytes();
    expect_sums(turn, count, one_of_two, /*in_place=*/false);
    EXPECT_LT(gpu().most_pinned_bytes(), count * sizeof(std::uint64_t) + 1000);
  });
}

// If the native call serves it, the MPI library reduces copies of the whole vectors.
TEST_P(DeviceBuffers, OfNativeCallsKeepAsMuchMemoryAsThoseOfOthers) {
  if (size_of(MPI_COMM_WORLD) != 2) GTEST_SKIP() << "two ranks do all that more would";
  constexpr std::size_t most_kept = std::size_t{128} << 20;
  constexpr std::size_t count = most_kept / sizeof(std::uint64_t) + 1;
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    gpu().reset();
    expect_sums_at(0, turn, count, patterns()[1], /*in_place=*/false);
    EXPECT_LE(gpu().pinned_bytes(), most_kept + 1000);
    expect_sums_at(0, turn, count / 1000, patterns()[1], /*in_place=*/false);
    EXPECT_LE(gpu().pinned_bytes(), most_kept + 1000);
    if (turn.rank == 0) {
      EXPECT_GT(gpu().pinned_bytes(), 0U);
    }
  });
}

TEST_P(DeviceBuffers, ManagedMemoryIsNotCopied) {
  gpu().copies();
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [this](const Turn& turn) {
    expect_sums(
        turn, 100,
        [](int) {
          return Places{Where::managed, Where::managed};
        },
        false);
  });
  EXPECT_EQ(gpu().copies(), 0);
}

// The MPI library gets the caller's addresses, which the host can access here.
TEST_P(DeviceBuffers, NativeIfTheUserWantsThat) {
  allfold_configure("ALLFOLD_DEVICE", "native");
  const char* collective = GetParam() == Collective::allreduce ? "allreduce" : "reduce";
  with_configuration(GetParam(), "auto", ServedBy::any_kernel, [&](const Turn& turn) {
    gpu().copies();
    const std::uint64_t native_before = allfold_calls(collective, "native");
    expect_sums(
        turn, 100,
        [](int) {
          return Places{Where::visible, Where::visible};
        },
        false);
    EXPECT_GT(allfold_calls(collective, "native"), native_before);
    EXPECT_EQ(gpu().copies(), 0);
    const std::uint64_t native = allfold_calls(collective, "native");
    expect_sums(
        turn, 100,
        [](int) {
          return Places{Where::host, Where::host};
        },
        false);
    if (turn.size > 1) {
      EXPECT_EQ(allfold_calls(collective, "native"), native);
    }
  });
  allfold_configure("ALLFOLD_DEVICE", nullptr);
}

INSTANTIATE_TEST_SUITE_P(, DeviceBuffers, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
