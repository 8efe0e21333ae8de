/// What the subcommands that measure have in common: candidates, requests, operands and other data.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "command/measure/other_data.hpp"
#include "command/measure/setup.hpp"
#include "command/usage_error.hpp"

namespace allfold::command::measure {
namespace {

TEST(Counterparts, AreRowsOfTheRegistryAndOfOpenMpi) {
  for (const Counterpart& each : counterparts()) {
    const algorithms::Kernel* kernel = algorithms::find_kernel(each.kernel);
    ASSERT_NE(kernel, nullptr) << each.kernel;
    EXPECT_TRUE(kernel->serves(each.collective)) << each.kernel;
    EXPECT_NE(find_native_algorithm(each.collective, each.number), nullptr) << each.kernel;
  }
}

TEST(Counterparts, AreTakenUnlessTheUserNamesAnother) {
  const auto native = [](const Request& request) {
    const NativeAlgorithm* found = understand(request).matches.front().native;
    return found == nullptr ? 0 : found->number;
  };
  EXPECT_EQ(native({}), 0);
  EXPECT_EQ(native({.algorithm = "ring"}), 4);
  EXPECT_EQ(native({.algorithm = "ring", .native = "default"}), 0);
  EXPECT_EQ(native({.algorithm = "ring", .native = "6"}), 6);
  EXPECT_EQ(native({.collective = "allreduce", .native = "recursive-doubling"}), 3);
  EXPECT_EQ(native({.algorithm = "elimination-overlapping:halvings=2"}), 0);
}

TEST(Counterparts, AllCompeteBesideWhatOpenMpiChooses) {
  const auto setup = understand({.native = "all"});
  ASSERT_EQ(setup.matches.size(), 2U);
  EXPECT_EQ(setup.matches[0].native, nullptr);
  EXPECT_EQ(setup.matches[0].others.size(), 6U);
  EXPECT_EQ(setup.matches[1].others.size(), 7U);
  for (const NativeAlgorithm* other : setup.matches[1].others)
    EXPECT_EQ(other->collective, schedule::Collective::reduce);
  EXPECT_TRUE(understand({.native = "default"}).matches[0].others.empty());
}

TEST(Setup, LeavesOutTheCollectiveThatAKernelDoesNotServe) {
  const auto setup = understand({.algorithm = "recursive-doubling"});
  ASSERT_EQ(setup.matches.size(), 1U);
  EXPECT_EQ(setup.matches.front().collective, schedule::Collective::allreduce);
  EXPECT_FALSE(setup.notes.empty());
}

TEST(Setup, MeasuresAllCollectivesIfAsked) {
  const auto setup = understand({.collective = "all", .algorithm = "recursive-doubling"});
  ASSERT_EQ(setup.matches.size(), 2U);
  EXPECT_EQ(setup.matches[1].collective, schedule::Collective::reduce_scatter);
  EXPECT_EQ(understand({.collective = "all"}).matches.size(), 3U);
}

TEST(Setup, RoundsSizesUpToWholeElements) {
  EXPECT_EQ(understand({.sizes = "1,8,9"}).counts, (std::vector<int>{1, 2}));
  EXPECT_EQ(understand({.sizes = "8:64", .type = "double_int"}).counts,
            (std::vector<int>{1, 2, 4}));
}

TEST(Setup, RefusesWhatMakesNoSense) {
  const std::vector<Request> requests = {
      {.collective = "bcast"},
      {.sizes = "32g"},
      {.algorithm = "rings"},
      {.algorithm = "ring:halvings=2"},
      {.collective = "reduce", .algorithm = "recursive-doubling"},
      {.native = "counterpart"},
      {.collective = "reduce", .native = "ring"},
      {.native = "8"},
      {.collective = "reduce_scatter", .native = "3"},
      {.timing = "sometimes"},
      {.type = "quad"},
      {.op = "mean"},
      {.type = "double_int", .op = "sum"},
      {.type = "double", .op = "maxloc"},
      {.seconds = -1},
      {.root = -1},
  };
  for (std::size_t i = 0; i < requests.size(); ++i)
    EXPECT_THROW(static_cast<void>(understand(requests[i])), UsageError) << "request " << i;
}

class Operations : public testing::TestWithParam<int> {};

// The reduction of the operands, computed here one by one, is the reference for the results of
// calls.
TEST_P(Operations, HaveTheResultsThatTheyClaim) {
  const int ranks = GetParam();
  for (const Operation& operation : operations())
    for (std::size_t place = 0; place < 20; ++place) {
      Element all = operation.operand(ranks, 0, place);
      for (int rank = 1; rank < ranks; ++rank) {
        const Element next = operation.operand(ranks, rank, place);
        if (operation.name == "sum" || operation.name == "user") all.value += next.value;
        if (operation.name == "user-ordered") continue;  // the result is always the first operand
        if (operation.name == "prod") all.value *= next.value;
        if (operation.name.starts_with("max") && next.value > all.value) all = next;
        if (operation.name.starts_with("min") && next.value < all.value) all = next;
      }
      const Element expected = operation.result(ranks, place);
      EXPECT_EQ(all.value, expected.value) << operation.name << " at " << place;
      EXPECT_LE(all.value, 1 << 24) << "floats are whole up to here, " << operation.name;
      if (operation.shape == ElementType::Shape::pair) {
        EXPECT_EQ(all.index, expected.index) << operation.name << " at " << place;
      }
    }
}
INSTANTIATE_TEST_SUITE_P(Ranks, Operations, testing::Values(1, 2, 3, 8, 251, 1000, 65536));

// Together the ranks of a node fill their shared cache twice.
TEST(OtherData, FillsTheCachesOfANode) {
  constexpr std::int64_t size = 32 << 20;
  const auto bytes = [](std::int16_t processors, std::int64_t of_cache, int ranks) {
    return bytes_that_fill({.bytes = of_cache, .cores = processors}, ranks);
  };
  EXPECT_EQ(bytes(1, size, 16), 2U * size) << "each has one of its own";
  EXPECT_EQ(bytes(8, size, 1), 2U * size);
  EXPECT_EQ(bytes(8, size, 2), 1U * size);
  EXPECT_EQ(bytes(8, size, 16), 2U * size / 8);
  EXPECT_GE(bytes(64, 1 << 20, 64), 4U << 20) << "and those of the processors";
  EXPECT_EQ(bytes(1, 0, 1), 2U * size) << "a size that cannot be told";
}

TEST(OtherData, ChangesInEachCacheLine) {
  constexpr std::size_t line = 64;
  OtherData data(10 * line);
  ASSERT_TRUE(data.is_there());
  const std::vector<std::byte> before(data.bytes().begin(), data.bytes().end());
  data.go_through();
  for (std::size_t i = 0; i < before.size(); i += line)
    EXPECT_FALSE(
        std::ranges::equal(data.bytes().subspan(i, line), std::span(before).subspan(i, line)))
        << i;
}

}  // namespace
}  // namespace allfold::command::measure
