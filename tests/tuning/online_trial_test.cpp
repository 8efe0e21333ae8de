/// The winner of a trial, the number of calls that it takes, and the agreement of all ranks.
#include "tuning/online_trial.hpp"
#include "algorithms/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>

namespace allfold::tuning {
namespace {

const std::vector<rules::RuledKernel> six{
    {.kernel = algorithms::find_kernel("composed")},
    {},
    {.kernel = algorithms::find_kernel("ring")},
    {.kernel = algorithms::find_kernel("bruck")},
    {.kernel = algorithms::find_kernel("binary-blocks")},
    {.kernel = algorithms::find_kernel("recursive-doubling")}};

std::vector<rules::RuledKernel> first_of(std::size_t count) {
  return {six.begin(), six.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The seconds that call number `call` by a candidate takes on a rank.
using Seconds = std::function<double(std::size_t candidate, int rank, int call)>;

/// All ranks of a communicator; each has its own trial.
struct Job {
  std::vector<OnlineTrial> ranks;
  std::map<std::size_t, int> calls;  ///< made, by candidate

  Job(int count, const std::vector<rules::RuledKernel>& candidates)
      : ranks(static_cast<std::size_t>(count), OnlineTrial(candidates)) {}

  int all_calls() const {
    int all = 0;
    for (const auto& [candidate, own] : calls) all += own;
    return all;
  }

  void call(const Seconds& seconds) {
    const std::size_t turn = ranks[0].turn();
    const int number = all_calls();
    ++calls[turn];
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      ASSERT_EQ(ranks[r].turn(), turn) << "rank " << r << ", call " << number;
      ranks[r].add(seconds(turn, static_cast<int>(r), number));
    }
  }

  void agree() {
    std::vector<std::int64_t> sums(ranks[0].own_times().size());
    for (OnlineTrial& trial : ranks) {
      const std::vector<std::int64_t> own = trial.own_times();
      ASSERT_EQ(own.size(), sums.size());
      std::ranges::transform(sums, own, sums.begin(), std::plus());
    }
    for (OnlineTrial& trial : ranks) trial.judge(sums, static_cast<int>(ranks.size()));
  }

  /// Runs the trial until it is over.
  void run(const Seconds& seconds) {
    while (!ranks[0].is_over()) {
      for (const OnlineTrial& trial : ranks)
        ASSERT_EQ(trial.is_round_over(), ranks[0].is_round_over());
      if (ranks[0].is_round_over())
        agree();
      else
        call(seconds);
    }
  }

  /// The winner, which must be the same on all ranks.
  std::size_t winner() const {
    for (const OnlineTrial& trial : ranks) EXPECT_EQ(trial.winner(), ranks[0].winner());
    return ranks[0].winner();
  }
};

/// Each candidate takes its time, plus noise that is never negative.
Seconds noisy(std::vector<double> times, double noise, unsigned seed) {
  return [=, random = std::mt19937(seed)](std::size_t candidate, int, int) mutable {
    return times[candidate] * (1 + std::exponential_distribution<double>(1 / noise)(random));
  };
}

std::size_t winner_of(const std::vector<double>& times, double noise, unsigned seed,
                      int ranks = 4) {
  Job job(ranks, first_of(times.size()));
  job.run(noisy(times, noise, seed));
  return job.winner();
}

TEST(OnlineTrial, TheQuickestWins) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(winner_of({3, 4, 2, 5, 6, 7}, 0.1, seed), 2U) << seed;
    EXPECT_EQ(winner_of({3, 2, 4, 5, 6, 7}, 0.1, seed), 1U) << seed;
    EXPECT_EQ(winner_of({2, 3, 4, 5, 6, 7}, 0.1, seed), 0U) << seed;
    EXPECT_EQ(winner_of({3, 2}, 0.1, seed), 1U) << seed;
  }
}

TEST(OnlineTrial, RanksWithDifferentTimesAgree) {
  for (int ranks = 1; ranks <= 9; ++ranks)
    for (unsigned seed = 0; seed < 20; ++seed) {
      Job job(ranks, six);
      job.run([random = std::mt19937(seed)](std::size_t, int, int) mutable {
        return std::exponential_distribution<double>(1e6)(random);
      });
      EXPECT_LT(job.winner(), six.size());
    }
}

// The time of the whole job counts, not the time on one rank.
TEST(OnlineTrial, TimesOfAllRanksCount) {
  Job job(3, first_of(2));
  job.run([](std::size_t candidate, int rank, int) {
    return rank == 0 ? (candidate == 1 ? 1e-6 : 2e-6) : (candidate == 1 ? 4e-6 : 2e-6);
  });
  EXPECT_EQ(job.winner(), 0U);
}

TEST(OnlineTrial, WhatServedBeforeStaysWhereNothingIsQuickerBeyondNoise) {
  int changes = 0;
  for (unsigned seed = 0; seed < 200; ++seed)
    changes += winner_of({2, 2, 2, 2, 2, 2}, 0.3, seed) != 0U ? 1 : 0;
  EXPECT_LE(changes, 6);
  Job job(4, six);
  job.run([](std::size_t candidate, int, int) { return candidate == 3 ? 2e-6 : 2.01e-6; });
  EXPECT_EQ(job.winner(), 3U) << "without noise a little is enough";
}

TEST(OnlineTrial, NativeWinsOnlyWhereItIsQuickerThanTheKernels) {
  // The previous choice is far slower; its successor is not significantly faster than the native
  // call.
  int native = 0;
  for (unsigned seed = 0; seed < 200; ++seed)
    native += winner_of({9, 2, 2, 4, 4, 4}, 0.3, seed) == 1U ? 1 : 0;
  EXPECT_LE(native, 6);
  EXPECT_EQ(winner_of({9, 2, 3, 4, 4, 4}, 0.05, 1), 1U);
}

TEST(OnlineTrial, WhatIsFarBehindDropsOutAfterOneRound) {
  Job job(4, six);
  job.run(noisy({2e-6, 2.2e-6, 50e-6, 50e-6, 50e-6, 2.4e-6}, 0.1, 1));
  for (const std::size_t slow : {2U, 3U, 4U}) EXPECT_EQ(job.calls[slow], 4);
  Job served_before(4, six);
  served_before.run(noisy({50e-6, 2e-6, 2.2e-6, 3e-6, 3e-6, 3e-6}, 0.1, 1));
  EXPECT_EQ(served_before.calls[0], 10) << "what served before has one round more";
}

TEST(OnlineTrial, TakesNoMoreCallsThanItSays) {
  EXPECT_EQ(OnlineTrial::most_calls(6), 120);
  EXPECT_EQ(OnlineTrial::most_calls(2), 92);
  for (std::size_t candidates = 2; candidates <= six.size(); ++candidates)
    for (unsigned seed = 0; seed < 100; ++seed) {
      Job job(2, first_of(candidates));
      job.run(noisy(std::vector<double>(candidates, 1e-6), 0.5, seed));
      EXPECT_LE(job.all_calls(), OnlineTrial::most_calls(candidates));
    }
}

TEST(OnlineTrial, EndsEarlyWhereTheQuickestIsKnown) {
  Job job(4, first_of(3));
  job.run(noisy({2e-6, 9e-6, 9e-6}, 0.1, 1));
  EXPECT_EQ(job.winner(), 0U);
  EXPECT_EQ(job.all_calls(), 12);
}

TEST(OnlineTrial, TheFirstTurnOfEachDoesNotCount) {
  Job job(2, six);
  job.run([](std::size_t, int, int call) { return call < 6 ? 1e-9 : 2e-6; });
  for (const rules::MeasuredTime& time : job.ranks[0].times())
    EXPECT_NEAR(time.seconds.low, 2e-6, 1e-11);
}

// A single slow call, such as a first one, or a pause of the machine does not exclude a candidate.
TEST(OnlineTrial, HiccupsDoNotCount) {
  for (int slow = 0; slow < 24; ++slow) {
    Job job(3, six);
    job.run([=](std::size_t candidate, int, int call) {
      const std::array seconds{3e-6, 4e-6, 2e-6, 5e-6, 6e-6, 7e-6};
      return call == slow || call < 6 ? 1.0 : seconds[candidate];
    });
    EXPECT_EQ(job.winner(), 2U) << slow;
  }
}

// Periodic calls wait for late ranks, which affects all candidates alike.
TEST(OnlineTrial, PatternsInTheProgramDoNotFavourAnybody) {
  for (const int period : {2, 3, 5, 6})
    for (int shift = 0; shift < period; ++shift) {
      const auto winner_at = [&](const std::array<double, 6>& seconds) {
        Job job(3, six);
        job.run([=](std::size_t candidate, int, int call) {
          return seconds[candidate] + (call % period == shift ? 10e-6 : 0);
        });
        return job.winner();
      };
      EXPECT_EQ(winner_at({2e-6, 2e-6, 2e-6, 2e-6, 2e-6, 2e-6}), 0U) << period << " " << shift;
      EXPECT_EQ(winner_at({1e-6, 3e-6, 2e-6, 3e-6, 3e-6, 3e-6}), 0U) << period << " " << shift;
    }
}

TEST(OnlineTrial, CandidatesTakeTurns) {
  Job job(2, six);
  std::set<std::string> orders;
  for (int turn = 0; turn < 4; ++turn) {
    std::string order;
    for (std::size_t i = 0; i < six.size(); ++i) {
      order += std::to_string(job.ranks[0].turn());
      job.call([](std::size_t, int, int) { return 1e-6; });
    }
    orders.insert(order);
    std::ranges::sort(order);
    EXPECT_EQ(order, "012345");
  }
  EXPECT_GT(orders.size(), 2U) << "in one order";
  EXPECT_TRUE(job.ranks[0].is_round_over());
}

TEST(OnlineTrial, TimesAreMeansOverTheRanks) {
  Job job(2, first_of(2));
  job.run([](std::size_t candidate, int rank, int) {
    return (candidate == 0 ? 2e-6 : 3e-6) + (rank == 0 ? 0 : 1e-6);
  });
  const std::vector<rules::MeasuredTime>& times = job.ranks[1].times();
  ASSERT_EQ(times.size(), 2U);
  EXPECT_NEAR(times[0].median(), 2.5e-6, 1e-11);
  EXPECT_NEAR(times[1].seconds.low, 3.5e-6, 1e-11);
  EXPECT_EQ(times[1].candidate, six[1]);
}

TEST(OnlineTrial, TimesOfAFewTurnsAreNotTrusted) {
  Job job(2, six);
  job.run(noisy({2e-6, 2.2e-6, 50e-6, 50e-6, 50e-6, 2.4e-6}, 0.1, 1));
  const std::vector<rules::MeasuredTime> times = job.ranks[0].trusted_times();
  EXPECT_GE(times.size(), 2U);
  for (const rules::MeasuredTime& time : times) {
    EXPECT_LT(time.median(), 10e-6);
    EXPECT_LE(time.seconds.low, time.median());
    EXPECT_LE(time.median(), time.seconds.high);
    EXPECT_GT(time.seconds.low, 0);
  }
}

TEST(OnlineTrial, TimesThatAreNoneDoNoHarm) {
  for (const double seconds : {0.0, -1.0, 1e9}) {
    Job job(1000, first_of(3));
    job.run([=](std::size_t, int, int) { return seconds; });
    EXPECT_EQ(job.winner(), 0U);
    for (const rules::MeasuredTime& time : job.ranks[0].times()) EXPECT_GT(time.seconds.low, 0);
  }
}

}  // namespace
}  // namespace allfold::tuning
