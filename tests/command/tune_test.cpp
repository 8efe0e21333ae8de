/// The arguments and computations of `allfold tune` that need no running MPI.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

#include "algorithms/kernel_name.hpp"
#include "command/tune/setup.hpp"
#include "command/usage_error.hpp"
#include "select/knowledge.hpp"
#include "select/network.hpp"
#include "tuning/candidates.hpp"
#include "tuning/fit.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {
namespace {

constexpr allfold::cost::CostModel cluster = select::default_model(select::Network::high_speed);

TEST(Fit, FindsTheLinkThatMadeTheTimes) {
  std::vector<tuning::TimedExchange> seen;
  for (const double bytes : {8.0, 1e3, 1e5, 1e6})
    seen.push_back({.messages = 2, .bytes = bytes, .seconds = 2 * 3e-6 + bytes * 2e-10});
  const allfold::cost::LinkCost link = tuning::fit(seen);
  EXPECT_NEAR(link.alpha, 3e-6, 1e-12);
  EXPECT_NEAR(link.beta, 2e-10, 1e-16);
}

TEST(Fit, IsNeverNegative) {
  const allfold::cost::LinkCost no_beta =
      tuning::fit(std::vector<tuning::TimedExchange>{{1, 8, 2e-6}, {1, 1e6, 1e-6}});
  EXPECT_EQ(no_beta.beta, 0);
  EXPECT_GT(no_beta.alpha, 0);
  const allfold::cost::LinkCost no_alpha =
      tuning::fit(std::vector<tuning::TimedExchange>{{1, 1e3, 1e-7}, {1, 1e6, 1e-3}});
  EXPECT_EQ(no_alpha.alpha, 0);
  EXPECT_GT(no_alpha.beta, 0);
  EXPECT_EQ(tuning::fit({}).alpha, 0);
}

TEST(Fit, FindsTheGapThatMadeTheTime) {
  allfold::cost::LinkCost link{.alpha = 30e-6, .beta = 1e-9};
  const auto gap = [&](double seconds) {
    return tuning::gap_of({.messages = 5, .bytes = 5 * 8, .seconds = seconds}, link);
  };
  EXPECT_NEAR(gap(30e-6 + 4 * 3.5e-6 + 5 * 8e-9).value_or(0), 7e-6, 1e-12) << "half of it passes";
  EXPECT_NEAR(gap(5 * 20e-6 + 5 * 8e-9).value_or(0), 20e-6, 1e-12) << "no more than the latency";
  link.latency = allfold::cost::Latency::of_processors;
  EXPECT_NEAR(gap(30e-6 + 4 * 7e-6 + 5 * 8e-9).value_or(0), 7e-6, 1e-12);
  EXPECT_FALSE(gap(20e-6)) << "noise";
  EXPECT_EQ(gap(1), link.alpha) << "no message takes longer than one by itself";
}

TEST(Band, StartsWideAndLearns) {
  tuning::Band band;
  EXPECT_EQ(band.width(), 3);
  for (int point = 0; point < 10; ++point) band.add({{1, 2}, {2, 4}, {3, 6}});
  EXPECT_EQ(band.width(), 1.5) << "a factor that all have in common is no error";
  for (int point = 0; point < 20; ++point) band.add({{1, 1}, {1, 2}, {1, 0.5}});
  EXPECT_NEAR(band.width(), 4, 1e-9);
  for (int point = 0; point < 100; ++point) band.add({{1, 1}, {1, 100}, {1, 0.01}});
  EXPECT_EQ(band.width(), 10);
}

std::vector<std::string> names(const std::vector<tuning::Candidate>& all) {
  std::vector<std::string> found;
  found.reserve(all.size());
  for (const tuning::Candidate& each : all)
    found.emplace_back(each.kernel.kernel == nullptr ? "native" : each.kernel.kernel->name);
  return found;
}

bool has(const std::vector<std::string>& all, std::string_view name) {
  return std::ranges::find(all, name) != all.end();
}

TEST(TunerCandidates, AreNativeAndWhatTheModelLeavesInTheRunning) {
  select::CandidateCache candidates;
  const algorithms::Task task{.collective = schedule::Collective::allreduce, .ranks = 8};
  const auto by_length = [&](double bytes, double band) {
    return tuning::candidates_for(task, schedule::OperandOrder::any, cluster, bytes, band,
                                  candidates);
  };
  EXPECT_EQ(names(by_length(8, 3)).front(), "native");
  EXPECT_TRUE(has(names(by_length(8, 3)), "recursive-doubling"));
  EXPECT_FALSE(has(names(by_length(8, 3)), "ring")) << "it takes 14 rounds instead of 3";
  EXPECT_TRUE(has(names(by_length(4 << 20, 3)), "ring"));
  EXPECT_FALSE(has(names(by_length(4 << 20, 3)), "recursive-doubling"));
  EXPECT_LT(by_length(8, 1.1).size(), by_length(8, 10).size());
  EXPECT_LE(by_length(8, 10).size(), 9U);
}

TEST(TunerCandidates, AreOrderedByTheModelWithTheirCheapestParameters) {
  select::CandidateCache candidates;
  algorithms::Task task{.collective = schedule::Collective::allreduce, .ranks = 12};
  constexpr double bytes = 32768;
  const auto all =
      tuning::candidates_for(task, schedule::OperandOrder::any, cluster, bytes, 10, candidates);
  EXPECT_TRUE(std::ranges::is_sorted(all, {}, &tuning::Candidate::predicted));
  const auto circulant = std::ranges::find_if(all, [](const tuning::Candidate& each) {
    return each.kernel.kernel != nullptr && each.kernel.kernel->name == "circulant";
  });
  ASSERT_NE(circulant, all.end());
  const auto seconds = [&](const algorithms::Parameters& parameters) {
    task.parameters = parameters;
    return select::formula_seconds(*circulant->kernel.kernel, task, cluster, bytes);
  };
  double least = std::numeric_limits<double>::infinity();
  for (int halvings = 0; halvings <= 4; ++halvings)
    least = std::min(least, seconds({.halvings = halvings}));
  EXPECT_GT(seconds({}), 1.01 * least) << "parameters should make a difference here";
  EXPECT_NEAR(circulant->predicted, least, 1e-9 * least);
  EXPECT_NEAR(seconds(circulant->kernel.parameters), least, 1e-9 * least);
}

// 4 MiB at 200 Mbit/s: half a second per call.
TEST(TunerCandidates, KeepTheOrderWhereItIsNeeded) {
  select::CandidateCache candidates;
  const algorithms::Task task{.collective = schedule::Collective::allreduce, .ranks = 8};
  const auto all = names(tuning::candidates_for(task, schedule::OperandOrder::rank_order, cluster,
                                                4 << 20, 10, candidates));
  EXPECT_FALSE(has(all, "ring"));
  EXPECT_TRUE(has(all, "native"));
  EXPECT_GT(all.size(), 1U);
}

TEST(TunerCandidates, AreFewWhereCallsAreLong) {
  select::CandidateCache candidates;
  allfold::cost::CostModel slow = select::default_model(select::Network::tcp);
  slow.link.beta = 1 / 25e6;
  const algorithms::Task task{.collective = schedule::Collective::allreduce, .ranks = 7};
  const auto count = [&](double bytes) {
    return tuning::candidates_for(task, schedule::OperandOrder::any, slow, bytes, 10, candidates)
        .size();
  };
  EXPECT_LE(count(4 << 20), 7U);
  EXPECT_LE(count(512 << 10), 7U);
  EXPECT_GT(count(4 << 10), 7U);
  EXPECT_TRUE(has(names(tuning::candidates_for(task, schedule::OperandOrder::any, slow, 4 << 20, 10,
                                               candidates)),
                  "ring"))
      << "all that cost about the same have a turn";
}

TEST(TunerCandidates, GoThroughSharedMemoryWhereTheyCan) {
  select::CandidateCache candidates;
  const auto on = [&](int ranks_per_node) {
    algorithms::Task task{.collective = schedule::Collective::allreduce, .ranks = 8};
    task.nodes = algorithms::Nodes::in_succession(8, ranks_per_node);
    return names(
        tuning::candidates_for(task, schedule::OperandOrder::any, cluster, 8, 3, candidates));
  };
  EXPECT_TRUE(has(on(8), "node"));
  EXPECT_FALSE(has(on(8), "lanes"));
  EXPECT_TRUE(has(on(4), "lanes"));
  EXPECT_FALSE(has(on(4), "node"));
  EXPECT_FALSE(has(on(1), "lanes"));
}

TEST(Shares, OfLongVectorsAreWhatTheirCallsTake) {
  const allfold::cost::CostModel slow{.link = {.alpha = 50e-6, .beta = 40e-9}, .gamma = 0.1e-9};
  const double brief = tuning::rough_seconds(slow, 16, 8);
  const double lengthy = tuning::rough_seconds(slow, 16, 4 << 20);
  EXPECT_NEAR(brief, 8 * 50e-6, 1e-5);
  EXPECT_NEAR(lengthy, 0.34, 0.01);
  EXPECT_GT(lengthy, tuning::long_call_seconds);
  const std::vector<double> needs = {tuning::need_of(brief), tuning::need_of(lengthy),
                                     tuning::need_of(lengthy)};
  EXPECT_GT(tuning::share_of_first(needs, 10), 0.1) << "short ones have time to see the noise";
  EXPECT_LT(tuning::share_of_first(needs, 10), 0.2);
  EXPECT_GT(needs[0] / brief, 10 * needs[1] / lengthy) << "and for many more turns";
  EXPECT_DOUBLE_EQ(tuning::share_of_first(std::span(needs).last(2), 10), 5);
  EXPECT_DOUBLE_EQ(tuning::share_of_first(std::span(needs).last(1), 10), 10);
}

TEST(Ranks, OfASmallJobAreAllOfThem) {
  EXPECT_EQ(telling_ranks(5), (std::vector<int>{5, 2, 3, 4}));
}

TEST(Ranks, OfALargeJobAreThoseAroundPowersOfTwo) {
  EXPECT_EQ(telling_ranks(40),
            (std::vector<int>{40, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33}));
}

TEST(Points, AreEachSizeOfEachCollectiveOnEachNumberOfRanks) {
  const auto setup = understand({.file = "f", .ranks = "2,4", .sizes = "8,64"});
  const std::vector<Point> points = points_of(setup, 4);
  ASSERT_EQ(points.size(), 8U);
  EXPECT_EQ(points[1],
            (Point{.collective = schedule::Collective::allreduce, .ranks = 2, .count = 8}));
  EXPECT_EQ(points[7], (Point{.collective = schedule::Collective::reduce, .ranks = 4, .count = 8}));
}

TEST(Setup, KnowsWhoseTheOperationIs) {
  EXPECT_EQ(understand({.file = "f"}).operation, rules::OperationClass::predefined);
  EXPECT_EQ(understand({.file = "f", .op = "user"}).operation, rules::OperationClass::commutative);
  EXPECT_EQ(understand({.file = "f", .op = "user-ordered"}).operation,
            rules::OperationClass::ordered);
}

TEST(Setup, KnowsTheBudget) {
  const auto budget = [](const std::string& text) {
    return understand({.file = "f", .budget = text}).budget;
  };
  EXPECT_EQ(budget("500ms"), 0.5);
  EXPECT_EQ(budget("15m"), 900);
  EXPECT_EQ(budget("1.5h"), 5400);
}

TEST(Setup, RefusesWhatMakesNoSense) {
  const std::vector<Request> requests = {
      {},
      {.file = "f", .budget = "60"},
      {.file = "f", .budget = "0s"},
      {.file = "f", .budget = "m"},
      {.file = "f", .ranks = "1,2"},
      {.file = "f", .ranks = "4:2"},
      {.file = "f", .sizes = "0"},
      {.file = "f", .sizes = "8q"},
      {.file = "f", .collective = "bcast"},
      {.file = "f", .timing = "both"},
      {.file = "f", .op = "mean"},
  };
  for (std::size_t i = 0; i < requests.size(); ++i)
    EXPECT_THROW(static_cast<void>(understand(requests[i])), UsageError) << "request " << i;
  EXPECT_THROW(static_cast<void>(points_of(understand({.file = "f", .ranks = "5"}), 4)),
               UsageError);
}

}  // namespace
}  // namespace allfold::command::tune
