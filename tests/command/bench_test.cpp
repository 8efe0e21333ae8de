/// The arguments and computations of `allfold bench` that need no running MPI.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "command/bench/summary.hpp"
#include "command/measure/format.hpp"
#include "command/measure/progress.hpp"
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

}  // namespace
}  // namespace allfold::command::bench
