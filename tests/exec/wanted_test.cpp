/// The executor gives each rank the blocks of the result that it wants, in memory for these only.
#include <gtest/gtest.h>

#include <vector>

#include "algorithms/reduce_scatters.hpp"
#include "ranks_as_threads.hpp"

namespace allfold::exec {
namespace {

using algorithms::Kernel;
using algorithms::Task;
using testing::Case;
using testing::own_share;

template <schedule::Schedule (*generate)(const Task& task)>
constexpr Kernel scatter(std::string_view name, schedule::OperandOrder order) {
  return {.name = name,
          .summary = "",
          .formula = "",
          .reference = "",
          .collectives = {},
          .order = order,
          .bracketing = algorithms::always<algorithms::Bracketing::own>,
          .generate = [](const Task& task) { return schedule::flat_plan(generate(task)); },
          .claim = nullptr};
}

// Its result has no other blocks: they are in the caller's memory from the start.
constexpr Kernel pairwise =
    scatter<testing::pairwise_scatter>("pairwise", schedule::OperandOrder::rank_order);
// In the result of these, other blocks lie meanwhile.
constexpr Kernel bucket = scatter<testing::bucket_scatter>("bucket", schedule::OperandOrder::any);
constexpr Kernel halving =
    scatter<testing::halving_scatter>("halving", schedule::OperandOrder::rank_order);

std::vector<const Kernel*> scatters_on(int ranks) {
  std::vector<const Kernel*> all{&pairwise, &bucket};
  if ((ranks & (ranks - 1)) == 0) all.push_back(&halving);
  return all;
}

class SharesOn : public ::testing::TestWithParam<int> {};

TEST_P(SharesOn, are_given_to_their_ranks) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters_on(ranks))
    for (const Layout& layout : {testing::plain, testing::with_gaps, testing::backwards})
      for (const std::int64_t short_message : {std::int64_t{0}, INT64_MAX})
        for (const std::int64_t elements : {0, 1, ranks - 1, ranks, ranks + 1, 61})
          for (const Status status : testing::run({.kernel = kernel,
                                     .task = {.ranks = ranks},
                                     .wanted = own_share,
                                     .elements = elements,
                                     .layout = layout,
                                     .short_message = short_message}))
            EXPECT_EQ(status, success);
}

TEST_P(SharesOn, are_given_in_segments_too) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters_on(ranks))
    for (const program::Segmentation& segmentation :
         {program::Segmentation{.log2_segments = 2, .places = 1},
          program::Segmentation{.log2_segments = 5, .places = 2},
          program::Segmentation{.log2_segments = 3, .places = 1, .pace = schedule::Pace::as_ready}})
      for (const Status status : testing::run({.kernel = kernel,
                                 .task = {.ranks = ranks},
                                 .wanted = own_share,
                                 .elements = 397,
                                 .segmentation = segmentation}))
        EXPECT_EQ(status, success);
}

// Other ranks must not wait for a rank that fails, and it must not write what is not the result.
TEST_P(SharesOn, are_not_given_without_memory) {
  const int ranks = GetParam();
  if (ranks == 1) GTEST_SKIP() << "one rank waits for nobody";
  for (const Kernel* kernel : scatters_on(ranks))
    for (const std::int64_t short_message : {std::int64_t{0}, INT64_MAX}) {
      const std::vector<Status> statuses = testing::run({.kernel = kernel,
                                                         .task = {.ranks = ranks},
                                                         .wanted = own_share,
                                                         .elements = 37,
                                                         .short_message = short_message,
                                                         .failing_rank = ranks / 2,
                                                         .failure = Case::Failure::memory});
      // A rank may need no memory, such as one of two that exchange their shares.
      if (statuses[static_cast<std::size_t>(ranks / 2)] != testing::no_memory) continue;
      for (const Status status : statuses) EXPECT_NE(status, success);
    }
}

INSTANTIATE_TEST_SUITE_P(ranks, SharesOn, ::testing::Values(1, 2, 3, 4, 5, 7, 8, 13, 16),
                         [](const auto& ranks) { return std::to_string(ranks.param) + "_ranks"; });

}  // namespace
}  // namespace allfold::exec
