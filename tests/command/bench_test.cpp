/// The arguments and computations of `allfold bench` that need no running MPI.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <span>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "command/bench/summary.hpp"
#include "command/measure/format.hpp"
#include "command/measure/other_data.hpp"
#include "command/measure/progress.hpp"
#include "command/measure/setup.hpp"
#include "command/ranks.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "tuning/halves.hpp"
#include "tuning/paired.hpp"

namespace allfold::command::bench {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(Sizes, AreListsAndRanges) {
  EXPECT_EQ(parse_sizes("8,2k,1m"), (Sizes{8, 2048, 1048576}));
  EXPECT_EQ(parse_sizes("8:64"), (Sizes{8, 16, 32, 64}));
  EXPECT_EQ(parse_sizes("1KiB,0"), (Sizes{0, 1024}));
  EXPECT_EQ(parse_sizes("64,8:32:4,8"), (Sizes{8, 32, 64})) << "ascending, each once";
}

TEST(Sizes, OfARangeIncludeItsEnd) {
  EXPECT_EQ(parse_sizes("8:100:4"), (Sizes{8, 32, 100}));
  EXPECT_EQ(parse_sizes("4g:9223372036854775807:1g").back(), INT64_MAX);
}

TEST(Sizes, ThatAreNoneAreRefused) {
  for (const char* text : {"", ",", "8,", "x", "8q", "-8", "8k4", "9223372036854775807k", "8:4",
                           "0:8", "8:64:1", "8:64:2:2", ":", "8:", "8 "})
    EXPECT_THROW(static_cast<void>(parse_sizes(text)), UsageError) << text;
}

TEST(Sizes, AreReadable) {
  EXPECT_EQ(readable_bytes(1000), "1000 B");
  EXPECT_EQ(readable_bytes(2048), "2 KiB");
  EXPECT_EQ(readable_bytes(3 << 20), "3 MiB");
}

TEST(Median, OfEvenAndOddSamples) {
  EXPECT_EQ(tuning::median({3, 1, 2}).median, 2);
  EXPECT_EQ(tuning::median({4, 1, 2, 3}).median, 2.5);
}

// The ranks of the order statistics agree with published tables of the 95 % interval.
TEST(Median, IntervalIsTheTablesOne) {
  const auto interval = [](int size) {
    std::vector<double> sample;
    for (int i = size; i > 0; --i) sample.push_back(i);
    const rules::Interval found = tuning::median(sample);
    return std::pair(found.low, found.high);
  };
  EXPECT_EQ(interval(6), std::pair(1.0, 6.0));
  EXPECT_EQ(interval(9), std::pair(2.0, 8.0));
  EXPECT_EQ(interval(20), std::pair(6.0, 15.0));
  EXPECT_EQ(interval(100), std::pair(40.0, 61.0));
}

TEST(Percentile, IsTheLeastThatTheShareDoesNotExceed) {
  std::vector<double> sample;
  for (int i = 100; i > 0; --i) sample.push_back(i);
  EXPECT_EQ(tuning::percentile(sample, 0.95), 95);
  EXPECT_EQ(tuning::percentile({1, 2, 3}, 0.95), 3) << "of few the greatest";
  EXPECT_EQ(tuning::percentile({5}, 0), 5);
  EXPECT_EQ(tuning::percentile({}, 0.95), 0);
}

/// A row whose calls take one millisecond, and `ratio` milliseconds natively.
Row row_on(int ranks, schedule::Collective collective, double ratio) {
  return {.ranks = ranks,
          .ranks_per_node = ranks,
          .collective = collective,
          .timing = measure::Timing::separated,
          .bytes = 1'000'000,
          .times = {.native = {.median = ratio * 1e-3},
                    .allfold = {.median = 1e-3},
                    .ratio = {.median = ratio},
                    .added = {}}};
}

TEST(Bandwidth, IsTheVectorsOrWhatEachRankHasToSend) {
  const Row all = row_on(4, schedule::Collective::allreduce, 1);
  EXPECT_DOUBLE_EQ(bandwidth(all.bytes, 1e-3), 1e9);
  EXPECT_DOUBLE_EQ(bus_bandwidth(all, 1e-3), 1.5e9);
  EXPECT_DOUBLE_EQ(bus_bandwidth(row_on(4, schedule::Collective::reduce, 1), 1e-3), 1e9);
  EXPECT_EQ(bus_bandwidth(row_on(1, schedule::Collective::allreduce, 1), 1e-3), 0);
  EXPECT_EQ(bandwidth(8, 0), 0);
}

TEST(Summary, KeepsNumbersOfRanksApart) {
  const auto all = schedule::Collective::allreduce;
  const std::vector<Summary> found =
      summaries({row_on(2, all, 1), row_on(2, all, 4), row_on(3, all, 9)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].ranks, 2);
  EXPECT_DOUBLE_EQ(found[0].all, 2);
  EXPECT_EQ(found[1].ranks, 3);
  EXPECT_DOUBLE_EQ(found[1].all, 9);
}

TEST(Ranks, AreListsAndRanges) {
  EXPECT_EQ(parse_ranks("2,3,5-7", 16, "--ranks"), (std::vector<int>{2, 3, 5, 6, 7}));
  EXPECT_EQ(parse_ranks("5:7,2,6", 16, "--ranks"), (std::vector<int>{2, 5, 6, 7}));
  for (const char* text : {"", "-", "2-", "-2", "3-2", "2-4-6", "2,", "0", "17", "x"})
    EXPECT_THROW(static_cast<void>(parse_ranks(text, 16, "--ranks")), UsageError) << text;
}

TEST(Ranks, AreThoseThatTheJobHas) {
  const auto numbers = [](const measure::Request& request, int job) {
    return measure::numbers_of_ranks(measure::understand(request), job);
  };
  EXPECT_EQ(numbers({}, 5), std::vector<int>{5});
  EXPECT_EQ(numbers({.ranks = "5,2-3"}, 5), (std::vector<int>{2, 3, 5}));
  EXPECT_THROW(static_cast<void>(numbers({.ranks = "2-6"}, 5)), UsageError);
  EXPECT_THROW(static_cast<void>(numbers({.ranks = "2-5", .root = 2}, 5)), UsageError)
      << "two ranks have no rank 2";
  EXPECT_EQ(numbers({.root = 4}, 5), std::vector<int>{5});
  EXPECT_THROW(static_cast<void>(numbers({.root = 5}, 5)), UsageError);
}

/// Its output on standard error and on standard output.
std::pair<std::string, std::string> shown_by(measure::Progress progress) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  progress.show(3, 150, "allreduce, 64 KiB");
  progress.clear();
  progress.clear();
  static_cast<void>(std::fflush(stdout));
  return {testing::internal::GetCapturedStderr(), testing::internal::GetCapturedStdout()};
}

TEST(Progress, IsABarOnATerminal) {
  using measure::Progress;
  const auto [errors, output] = shown_by(Progress(Progress::Voice::terminal, "allfold bench", 12,
                                                  {.shows_errors = true, .shows_output = true}));
  EXPECT_EQ(errors,
            "\r\033[K\033[?7l[######..................] 3 of 12 points, 2 min left: "
            "allreduce, 64 KiB\033[?7h\r\033[K");
  EXPECT_EQ(output, "\r\033[K") << "what is printed next stays";
}

TEST(Progress, LeavesFilesAlone) {
  using measure::Progress;
  const auto [errors, output] =
      shown_by(Progress(Progress::Voice::terminal, "allfold bench", 12, {.shows_errors = true}));
  EXPECT_NE(errors, "");
  EXPECT_EQ(output, "");
  for (const auto voice : {Progress::Voice::terminal, Progress::Voice::loud})
    EXPECT_EQ(shown_by(Progress(voice, "allfold bench", 12, {})),
              std::pair(std::string(), std::string()));
  EXPECT_EQ(shown_by(Progress(Progress::Voice::quiet, "allfold bench", 12, {.shows_errors = true})),
            std::pair(std::string(), std::string()));
}

TEST(Progress, TellsTimeInUnitsThatFit) {
  EXPECT_EQ(measure::readable_seconds(45), "45 s");
  EXPECT_EQ(measure::readable_seconds(720), "12 min");
  EXPECT_EQ(measure::readable_seconds(9000), "2.5 h");
}

TEST(Halves, ChooseWhatTheOtherJudges) {
  EXPECT_EQ(tuning::best_by_halves({{1, 5, 1, 5}, {2, 4, 2, 4}}),
            (std::vector<double>{2, 5, 2, 5}));
  EXPECT_EQ(tuning::best_by_halves({{1, 1, 9, 2, 1}, {3, 3, 3, 3, 3}}),
            (std::vector<double>{1, 1, 9, 2, 1}));
  EXPECT_EQ(tuning::best_by_halves({{7}, {8}}), std::vector<double>{7});
}

// Ten equal candidates: picking the one with the lowest median overstates its speed.
TEST(Halves, FindNobodyBetterAmongEquals) {
  constexpr int points = 200;
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  std::lognormal_distribution<double> noise(0.0, 0.3);
  double lowest = 0;
  double judged = 0;
  for (int point = 0; point < points; ++point) {
    std::vector<std::vector<double>> seconds(10, std::vector<double>(10));
    for (auto& contestant : seconds)
      std::ranges::generate(contestant, [&] { return noise(random); });
    double least = 1e9;
    for (const auto& contestant : seconds)
      least = std::min(least, tuning::median(contestant).median);
    lowest += least / points;
    judged +=
        tuning::paired(tuning::best_by_halves(seconds), seconds.front(), std::divides()).median /
        points;
  }
  EXPECT_LT(lowest, 0.9);
  EXPECT_NEAR(judged, 1, 0.05);
}

TEST(Format, MarksRatiosThatShowNothing) {
  EXPECT_EQ(measure::marked_ratio({.median = 1.1, .low = 0.9, .high = 1.2}), "1.10~");
  EXPECT_EQ(measure::marked_ratio({.median = 1.1, .low = 1.05, .high = 1.2}), "1.10 ");
}

TEST(Format, WrapsLinesAtBlanks) {
  EXPECT_EQ(measure::wrapped("short"), "short\n");
  EXPECT_EQ(measure::wrapped(std::string(60, 'a') + " " + std::string(60, 'b')),
            std::string(60, 'a') + "\n" + std::string(60, 'b') + "\n");
}

TEST(Counterparts, AreRowsOfTheRegistryAndOfOpenMpi) {
  for (const measure::Counterpart& each : measure::counterparts()) {
    const algorithms::Kernel* kernel = algorithms::find_kernel(each.kernel);
    ASSERT_NE(kernel, nullptr) << each.kernel;
    EXPECT_TRUE(kernel->serves(each.collective)) << each.kernel;
    EXPECT_NE(measure::find_native_algorithm(each.collective, each.number), nullptr) << each.kernel;
  }
}

TEST(Counterparts, AreTakenUnlessTheUserNamesAnother) {
  const auto native = [](const measure::Request& request) {
    const measure::NativeAlgorithm* found = measure::understand(request).matches.front().native;
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
  const auto setup = measure::understand({.native = "all"});
  ASSERT_EQ(setup.matches.size(), 2U);
  EXPECT_EQ(setup.matches[0].native, nullptr);
  EXPECT_EQ(setup.matches[0].others.size(), 6U);
  EXPECT_EQ(setup.matches[1].others.size(), 7U);
  for (const measure::NativeAlgorithm* other : setup.matches[1].others)
    EXPECT_EQ(other->collective, schedule::Collective::reduce);
  EXPECT_TRUE(measure::understand({.native = "default"}).matches[0].others.empty());
}

TEST(Setup, LeavesOutTheCollectiveThatAKernelDoesNotServe) {
  const auto setup = measure::understand({.algorithm = "recursive-doubling"});
  ASSERT_EQ(setup.matches.size(), 1U);
  EXPECT_EQ(setup.matches.front().collective, schedule::Collective::allreduce);
  EXPECT_FALSE(setup.notes.empty());
}

TEST(Setup, RoundsSizesUpToWholeElements) {
  EXPECT_EQ(measure::understand({.sizes = "1,8,9"}).counts, (std::vector<int>{1, 2}));
  EXPECT_EQ(measure::understand({.sizes = "8:64", .type = "double_int"}).counts,
            (std::vector<int>{1, 2, 4}));
}

TEST(Setup, RefusesWhatMakesNoSense) {
  const std::vector<measure::Request> requests = {
      {.collective = "bcast"},
      {.sizes = "32g"},
      {.algorithm = "rings"},
      {.algorithm = "ring:halvings=2"},
      {.collective = "reduce", .algorithm = "recursive-doubling"},
      {.native = "counterpart"},
      {.collective = "reduce", .native = "ring"},
      {.native = "8"},
      {.timing = "sometimes"},
      {.type = "quad"},
      {.op = "mean"},
      {.type = "double_int", .op = "sum"},
      {.type = "double", .op = "maxloc"},
      {.seconds = -1},
      {.root = -1},
  };
  for (std::size_t i = 0; i < requests.size(); ++i)
    EXPECT_THROW(static_cast<void>(measure::understand(requests[i])), UsageError)
        << "request " << i;
}

class Operations : public testing::TestWithParam<int> {};

// The reduction of the operands, computed here one by one, is the reference for the results of
// calls.
TEST_P(Operations, HaveTheResultsThatTheyClaim) {
  const int ranks = GetParam();
  for (const measure::Operation& operation : measure::operations())
    for (std::size_t place = 0; place < 20; ++place) {
      measure::Element all = operation.operand(ranks, 0, place);
      for (int rank = 1; rank < ranks; ++rank) {
        const measure::Element next = operation.operand(ranks, rank, place);
        if (operation.name == "sum" || operation.name == "user") all.value += next.value;
        if (operation.name == "user-ordered") continue;  // the result is always the first operand
        if (operation.name == "prod") all.value *= next.value;
        if (operation.name.starts_with("max") && next.value > all.value) all = next;
        if (operation.name.starts_with("min") && next.value < all.value) all = next;
      }
      const measure::Element expected = operation.result(ranks, place);
      EXPECT_EQ(all.value, expected.value) << operation.name << " at " << place;
      EXPECT_LE(all.value, 1 << 24) << "floats are whole up to here, " << operation.name;
      if (operation.shape == measure::ElementType::Shape::pair) {
        EXPECT_EQ(all.index, expected.index) << operation.name << " at " << place;
      }
    }
}
INSTANTIATE_TEST_SUITE_P(Ranks, Operations, testing::Values(1, 2, 3, 8, 251, 1000, 65536));

// Together the ranks of a node fill their shared cache twice.
TEST(OtherData, FillsTheCachesOfANode) {
  constexpr std::int64_t size = 32 << 20;
  const auto bytes = [](int processors, std::int64_t of_cache, int ranks) {
    return measure::bytes_that_fill({.processors = processors, .bytes = of_cache}, ranks);
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
  measure::OtherData data(10 * line);
  ASSERT_TRUE(data.is_there());
  const std::vector<std::byte> before(data.bytes().begin(), data.bytes().end());
  data.go_through();
  for (std::size_t i = 0; i < before.size(); i += line)
    EXPECT_FALSE(
        std::ranges::equal(data.bytes().subspan(i, line), std::span(before).subspan(i, line)))
        << i;
}

}  // namespace
}  // namespace allfold::command::bench
