// The buffers that a caller may pass: read-only, unaligned, none where MPI says that the buffer is
// not significant, and MPI_BOTTOM. (All tests of these reductions use guard bytes and
// MPI_IN_PLACE.)
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "reductions/call.h"
#include "support/buffers.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

using Words = std::vector<std::uint64_t>;

Words contributions(int rank, std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = random_word(rank, i);
  return words;
}

Words sums(int ranks, std::size_t count) {
  Words words(count);
  for (int rank = 0; rank < ranks; ++rank) {
    for (std::size_t i = 0; i < count; ++i) words[i] += random_word(rank, i);
  }
  return words;
}

testing::AssertionResult holds(const GuardedBuffer& buffer, const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t word;  // the buffer may be unaligned
    std::memcpy(&word, buffer.data() + i * sizeof word, sizeof word);
    if (word != words[i]) {
      return testing::AssertionFailure()
             << "element " << i << " is " << word << ", not " << words[i];
    }
  }
  return buffer.intact();
}

// Short, medium, and longer than the eager limits.
constexpr std::array<std::size_t, 3> counts{1, 57, 3001};

class ArgumentBuffers : public testing::TestWithParam<Collective> {
 protected:
  // Sums words in buffers with these misalignments, with every root if it is a Reduce. On other
  // ranks than the root, `elsewhere` is the receive buffer.
  static void expect_sums(const Turn& turn, std::size_t count, std::size_t misalign_send,
                          std::size_t misalign_receive, void* elsewhere) {
    const Words mine = contributions(turn.rank, count);
    const Words expected = sums(turn.size, count);
    const std::size_t bytes = count * sizeof mine[0];
    GuardedBuffer send(bytes, misalign_send);
    std::memcpy(send.data(), mine.data(), bytes);
    send.forbid_writing();
    GuardedBuffer receive(bytes, misalign_receive);
    const int roots = GetParam() == Collective::reduce ? turn.size : 1;
    for (int root = 0; root < roots; ++root) {
      whereabouts("%s: count %zu, root %d", turn.configuration.c_str(), count, root);
      SCOPED_TRACE(testing::Message() << "count " << count << ", root " << root);
      const bool result_here = has_result(GetParam(), turn.rank, root);
      receive.fill();
      call(GetParam(),
           {.send = send.data(),
            .receive = result_here ? receive.data() : elsewhere,
            .count = count,
            .datatype = MPI_UINT64_T,
            .op = MPI_SUM,
            .root = root},
           turn.comm);
      EXPECT_TRUE(result_here ? holds(receive, expected) : receive.untouched());
    }
  }
};

TEST_P(ArgumentBuffers, ReadOnlySendBufferAndNoReceiveBufferOffTheRoot) {
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [](const Turn& turn) {
    for (const std::size_t count : counts) {
      expect_sums(turn, count, 0, 0, nullptr);
      expect_sums(turn, count, 0, 0, inaccessible_address());
      // The choice must not depend on the pointer that a rank passes for a buffer that is not
      // significant.
      expect_sums(turn, count, 0, 0, turn.rank % 2 ? nullptr : inaccessible_address());
    }
  });
}

TEST_P(ArgumentBuffers, UnalignedDifferentlyOnEachRank) {
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [](const Turn& turn) {
    const auto rank = static_cast<std::size_t>(turn.rank);
    for (const std::size_t count : counts) {
      expect_sums(turn, count, 1 + rank % 7, 0, nullptr);
      expect_sums(turn, count, 0, 3 + rank % 5, nullptr);
      expect_sums(turn, count, 4 + 8 * (rank % 2), 17 - rank % 3, nullptr);
    }
  });
}

// The position of the data of the datatype of absolute addresses, relative to the buffer's address.
// In integers, as such buffers are no objects.
MPI_Aint displacement;
std::uint64_t* displaced(void* buffer) {
  return reinterpret_cast<std::uint64_t*>(reinterpret_cast<MPI_Aint>(buffer) + displacement);
}

constexpr std::size_t words_at_bottom = 3;

/// A datatype of absolute addresses, for which MPI_BOTTOM is the vector `bottom`, and a sum of such
/// elements.
class AtBottom {
 public:
  explicit AtBottom(const std::uint64_t* bottom) : address_(address_of(bottom)) {
    MPI_Datatype one;
    MPI_Type_create_hindexed_block(1, 1, &address_, MPI_UINT64_T, &one);
    MPI_Type_create_resized(one, 0, sizeof *bottom, &datatype_);
    MPI_Type_commit(&datatype_);
    MPI_Type_free(&one);
    displacement = address_;
    MPI_Op_create(
        // NOLINTNEXTLINE(readability-non-const-parameter): MPI_User_function
        [](void* in, void* inout, int* length, MPI_Datatype*) {
          const std::uint64_t* lhs = displaced(in);
          std::uint64_t* rhs = displaced(inout);
          for (int i = 0; i < *length; ++i) rhs[i] += lhs[i];
        },
        1, &op_);
  }
  ~AtBottom() {
    MPI_Op_free(&op_);
    MPI_Type_free(&datatype_);
  }
  AtBottom(const AtBottom&) = delete;
  AtBottom& operator=(const AtBottom&) = delete;

  /// The buffer argument of a vector with this datatype.
  [[nodiscard]] void* buffer(const std::uint64_t* vector) const {
    return reinterpret_cast<void*>(address_of(vector) - address_);
  }
  [[nodiscard]] MPI_Datatype datatype() const { return datatype_; }
  [[nodiscard]] MPI_Op op() const { return op_; }

 private:
  static MPI_Aint address_of(const void* vector) {
    MPI_Aint address;
    MPI_Get_address(vector, &address);
    return address;
  }

  MPI_Aint address_;
  MPI_Datatype datatype_ = MPI_DATATYPE_NULL;
  MPI_Op op_ = MPI_OP_NULL;
};

// With a datatype of absolute addresses, MPI_BOTTOM is a buffer like any other: `bottom`, which is
// one of the two vectors. The address of the other one is relative to it, so that the same datatype
// describes both.
void reduce_at_bottom(Collective collective, Words& send, Words& receive, const Words& bottom) {
  const AtBottom at_bottom(bottom.data());
  for_each_kernel(collective, ServedBy::user_operation, [&](const Turn& turn) {
    for (std::size_t i = 0; i < send.size(); ++i) {
      send[i] = random_word(turn.rank, i);
      receive[i] = 0;
    }
    whereabouts("%s: MPI_BOTTOM", turn.configuration.c_str());
    const int root = turn.size - 1;
    call(collective,
         {.send = at_bottom.buffer(send.data()),
          .receive = at_bottom.buffer(receive.data()),
          .count = send.size(),
          .datatype = at_bottom.datatype(),
          .op = at_bottom.op(),
          .root = root},
         turn.comm);
    const bool result_here = has_result(collective, turn.rank, root);
    const Words expected = result_here ? sums(turn.size, send.size()) : Words(send.size());
    EXPECT_EQ(receive, expected) << turn.configuration;
  });
}

TEST_P(ArgumentBuffers, MpiBottomOfOperands) {
  Words send(words_at_bottom);
  Words receive(words_at_bottom);
  reduce_at_bottom(GetParam(), send, receive, send);
}

TEST_P(ArgumentBuffers, MpiBottomOfResults) {
  Words send(words_at_bottom);
  Words receive(words_at_bottom);
  reduce_at_bottom(GetParam(), send, receive, receive);
}

TEST_P(ArgumentBuffers, MpiBottomInPlace) {
  constexpr std::size_t count = words_at_bottom;
  Words vector(count);
  const Words elsewhere(count);
  const AtBottom at_bottom(vector.data());
  for_each_kernel(GetParam(), ServedBy::user_operation, [&](const Turn& turn) {
    for (std::size_t i = 0; i < count; ++i) vector[i] = random_word(turn.rank, i);
    whereabouts("%s: MPI_BOTTOM in place", turn.configuration.c_str());
    const int root = turn.size - 1;
    const bool result_here = has_result(GetParam(), turn.rank, root);
    call(GetParam(),
         {.send = result_here ? MPI_IN_PLACE : MPI_BOTTOM,
          .receive = result_here ? MPI_BOTTOM : at_bottom.buffer(elsewhere.data()),
          .count = count,
          .datatype = at_bottom.datatype(),
          .op = at_bottom.op(),
          .root = root},
         turn.comm);
    if (result_here) {
      EXPECT_EQ(vector, sums(turn.size, count)) << turn.configuration;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(, ArgumentBuffers, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
