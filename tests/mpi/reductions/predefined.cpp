// Every predefined operation on every type that MPI allows it on.
#include <gtest/gtest.h>
#include <mpi.h>

#include <array>

#include "reductions/call.h"
#include "reductions/predefined_types.h"
#include "support/buffers.h"
#include "support/hang_report.h"
#include "support/kernels.h"

namespace allfold_test {
namespace {

struct Combination {
  const PredefinedType& type;
  const PredefinedOp& op;
  std::size_t count;
  int root;  // of a Reduce
  bool in_place;
};

void fill_with_contributions(const Combination& c, const Turn& turn, std::byte* to) {
  for (std::size_t i = 0; i < c.count; ++i) {
    c.type.element.contribute(c.op.op, {turn.size, turn.rank, i}, to + i * c.type.element.bytes);
  }
}

testing::AssertionResult is_reduced(const Combination& c, const Turn& turn,
                                    const std::byte* result) {
  for (std::size_t i = 0; i < c.count; ++i) {
    const std::string wrong =
        c.type.element.mismatch(c.op.op, turn.size, i, result + i * c.type.element.bytes);
    if (!wrong.empty()) return testing::AssertionFailure() << "element " << i << ' ' << wrong;
  }
  return testing::AssertionSuccess();
}

void expect_reduced(Collective collective, const Combination& c, const Turn& turn) {
  whereabouts("%s: %s on %s, count %zu, root %d%s", turn.configuration.c_str(), c.op.name,
              c.type.name, c.count, c.root, c.in_place ? ", in place" : "");
  const bool result_here = has_result(collective, turn.rank, c.root);
  const GuardedBuffer send(c.count * c.type.element.bytes);
  const GuardedBuffer receive(result_here ? send.size() : 0);
  const bool in_place = c.in_place && result_here;
  fill_with_contributions(c, turn, in_place ? receive.data() : send.data());
  const void* source = in_place ? MPI_IN_PLACE : send.data();
  call(collective,
       {.send = source,
        .receive = receive.data(),
        .count = c.count,
        .datatype = c.type.datatype,
        .op = c.op.handle,
        .root = c.root},
       turn.comm);
  if (result_here) {
    EXPECT_TRUE(is_reduced(c, turn, receive.data()))
        << c.op.name << " on " << c.type.name << ", count " << c.count << ", root " << c.root
        << (c.in_place ? ", in place" : "");
  }
  EXPECT_TRUE(send.intact() && receive.intact()) << c.op.name << " on " << c.type.name;
}

// The effect of an operation on a type does not depend on the number of ranks. On two ranks, each
// kernel is tested with all combinations; on other numbers, each kernel with a share of them, and
// the next kernel with the following ones.
int share_of_combinations(int ranks) {
  if (ranks == 2) return 1;
  return ranks <= 4 ? 3 : 9;
}

// With 1 element most blocks are empty; 57 is not a multiple of any number of ranks here.
void expect_all_reduced(Collective collective, const Turn& turn, int kernel) {
  const int step = share_of_combinations(turn.size);
  int number = 0;
  int combination = 0;
  for (const PredefinedType& type : predefined_types()) {
    for (const PredefinedOp& op : predefined_ops()) {
      if (!allowed(op.op, type.type_class) || (combination++ + kernel) % step != 0) continue;
      for (const std::size_t count : {1, 57}) {
        expect_reduced(collective,
                       {.type = type,
                        .op = op,
                        .count = count,
                        .root = number % turn.size,
                        .in_place = number % 3 == 0},
                       turn);
        ++number;
      }
    }
  }
}

class Predefined : public testing::TestWithParam<Collective> {};

TEST_P(Predefined, OpsOnAllAllowedTypes) {
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [kernel = 0](const Turn& turn) mutable {
    expect_all_reduced(GetParam(), turn, kernel++);
  });
}

TEST_P(Predefined, OpsThatOnlyThisMpiLibraryAllows) {
  if (unlisted_combinations().empty()) GTEST_SKIP() << "this MPI library allows no others";
  for_each_kernel(GetParam(), ServedBy::any_kernel, [](const Turn& turn) {
    for (const auto& [type, op] : unlisted_combinations()) {
      expect_reduced(GetParam(),
                     {.type = type, .op = op, .count = 57, .root = 0, .in_place = false}, turn);
    }
  });
}

struct PaddedPair {
  const char* name;
  MPI_Datatype datatype;
  std::size_t extent;
  std::size_t first_of_padding;
  std::size_t end_of_padding;
};

// The memory between the parts of a pair belongs to the user.
TEST_P(Predefined, PaddingOfPairsIsNotWritten) {
  const std::array<PaddedPair, 4> pairs{{
      {"MPI_DOUBLE_INT", MPI_DOUBLE_INT, 16, 12, 16},
      {"MPI_LONG_INT", MPI_LONG_INT, 16, 12, 16},
      {"MPI_SHORT_INT", MPI_SHORT_INT, 8, 2, 4},
      {"MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, 32, 20, 32},
  }};
  for_each_kernel(GetParam(), ServedBy::forced_kernel, [&](const Turn& turn) {
    for (const PaddedPair& pair : pairs) {
      constexpr std::size_t count = 333;
      const GuardedBuffer send(count * pair.extent);
      const GuardedBuffer receive(count * pair.extent);
      std::fill_n(send.data(), send.size(), std::byte{0});
      whereabouts("%s: %s", turn.configuration.c_str(), pair.name);
      call(GetParam(),
           {.send = send.data(),
            .receive = receive.data(),
            .count = count,
            .datatype = pair.datatype,
            .op = MPI_MAXLOC,
            .root = 0},
           turn.comm);
      if (!has_result(GetParam(), turn.rank, 0)) continue;
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t b = pair.first_of_padding; b < pair.end_of_padding; ++b)
          ASSERT_EQ(receive.data()[i * pair.extent + b], GuardedBuffer::filler)
              << pair.name << ", element " << i << ", byte " << b;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(, Predefined, both_collectives(), test_suffix);

}  // namespace
}  // namespace allfold_test
