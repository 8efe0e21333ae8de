/// The executor gives each rank the blocks of the result that it wants, in memory for these only.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "algorithms/registry.hpp"
#include "ranks_as_threads.hpp"

namespace allfold::exec {
namespace {

using algorithms::Kernel;
using testing::Case;

constexpr auto reduce_scatter = schedule::Collective::reduce_scatter;

std::vector<const Kernel*> scatters() {
  std::vector<const Kernel*> all;
  for (const Kernel& kernel : algorithms::kernels())
    if (kernel.serves(reduce_scatter)) all.push_back(&kernel);
  return all;
}

class SharesOn : public ::testing::TestWithParam<int> {};

TEST_P(SharesOn, are_given_to_their_ranks) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters())
    for (const Layout& layout : {testing::plain, testing::with_gaps, testing::backwards})
      for (const std::int64_t short_message : {std::int64_t{0}, INT64_MAX})
        for (const std::int64_t elements : {0, 1, ranks - 1, ranks, ranks + 1, 61})
          for (const Status status : testing::run({.kernel = kernel,
                                     .task = {.collective = reduce_scatter, .ranks = ranks},
                                     .elements = elements,
                                     .layout = layout,
                                     .short_message = short_message}))
            EXPECT_EQ(status, success);
}

TEST_P(SharesOn, are_given_in_segments_too) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters())
    for (const program::Segmentation& segmentation :
         {program::Segmentation{.log2_segments = 2, .places = 1},
          program::Segmentation{.log2_segments = 5, .places = 2},
          program::Segmentation{.log2_segments = 3, .places = 1, .pace = schedule::Pace::as_ready}})
      for (const Status status : testing::run({.kernel = kernel,
                                 .task = {.collective = reduce_scatter, .ranks = ranks},
                                 .elements = 397,
                                 .segmentation = segmentation}))
        EXPECT_EQ(status, success);
}

/// The starts of shares: of ranks with nothing, of one rank that gets all, and of random lengths.
std::vector<std::vector<std::int64_t>> unequal_starts(int ranks) {
  std::vector<std::vector<std::int64_t>> all;
  std::mt19937 random(static_cast<unsigned>(ranks));
  for (int variant = 0; variant < 6; ++variant) {
    std::vector<std::int64_t> starts{0};
    for (int rank = 0; rank < ranks; ++rank) {
      const auto drawn = static_cast<std::int64_t>(random() % 19);
      const bool has_some = variant < 2 ? rank == variant * (ranks - 1) : random() % 3 != 0;
      starts.push_back(starts.back() + (has_some ? drawn + 1 : 0));
    }
    all.push_back(starts);
  }
  return all;
}

TEST_P(SharesOn, may_be_unequal) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters())
    for (const std::vector<std::int64_t>& starts : unequal_starts(ranks))
      for (const Layout& layout : {testing::plain, testing::backwards})
        for (const program::Binding binding :
             {program::Binding::separate, program::Binding::in_place})
          for (const auto& segmentation :
               {program::Segmentation{}, program::Segmentation{.log2_segments = 3, .places = 1}})
            for (const Status status : testing::run({.kernel = kernel,
                                       .task = {.collective = reduce_scatter, .ranks = ranks},
                                       .starts = starts,
                                       .binding = binding,
                                       .layout = layout,
                                       .segmentation = segmentation}))
              EXPECT_EQ(status, success);
}

TEST_P(SharesOn, may_go_to_the_start_of_the_input) {
  const int ranks = GetParam();
  for (const Kernel* kernel : scatters())
    for (const std::int64_t short_message : {std::int64_t{0}, INT64_MAX})
      for (const Status status : testing::run({.kernel = kernel,
                                 .task = {.collective = reduce_scatter, .ranks = ranks},
                                 .elements = 5 * ranks,
                                 .binding = program::Binding::in_place,
                                 .short_message = short_message}))
        EXPECT_EQ(status, success);
}

// Other ranks must not wait for a rank that fails, and it must not write what is not the result.
TEST_P(SharesOn, are_not_given_without_memory) {
  const int ranks = GetParam();
  if (ranks == 1) GTEST_SKIP() << "one rank waits for nobody";
  for (const Kernel* kernel : scatters())
    for (const std::int64_t short_message : {std::int64_t{0}, INT64_MAX}) {
      const std::vector<Status> statuses =
          testing::run({.kernel = kernel,
                        .task = {.collective = reduce_scatter, .ranks = ranks},
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
