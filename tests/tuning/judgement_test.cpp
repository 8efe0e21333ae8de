/// The benefit of choices, judged by turns that had no part in choosing.
#include "tuning/judgement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "algorithms/registry.hpp"
#include "command/tune/report.hpp"
#include "tuning/median.hpp"

namespace allfold::tuning {
namespace {

constexpr std::int64_t bytes = 1024;

rules::RuledKernel kernel(const char* name) {
  const algorithms::Kernel* found = algorithms::find_kernel(name);
  if (found == nullptr) throw std::invalid_argument(name);
  return {.kernel = found};
}

/// Turns of candidates on a machine with other load: some take many times as long.
class BusyMachine {
 public:
  explicit BusyMachine(double share_of_hits) : is_hit_(share_of_hits) {}
  std::vector<double> turns_of(double seconds, int count) {
    std::vector<double> turns(static_cast<std::size_t>(count));
    for (double& turn : turns) turn = seconds * noise_(random_) * (is_hit_(random_) ? 20 : 1);
    return turns;
  }

 private:
  std::mt19937 random_{1};  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same turns in each run
  std::lognormal_distribution<double> noise_{0.0, 0.1};
  std::bernoulli_distribution is_hit_;
};

/// The tuner's record of turns.
rules::MeasuredTime time_of_turns(const rules::RuledKernel& candidate,
                                  const std::vector<double>& turns) {
  return {.candidate = candidate, .seconds = median(turns)};
}

const rules::MeasuredTime& quickest_of(const rules::Measurement& point) {
  return *std::ranges::min_element(point.times, {}, &rules::MeasuredTime::median);
}

/// The gain according to the turns that chose, and according to other turns.
struct Told {
  double by_choosing_turns;
  MeanJudgement mean;
};

/// Points at which the MPI library takes `slowness` times the time of each of five kernels.
Told told_of(int points, double slowness, double share_of_hits, int choosing, int judging) {
  BusyMachine machine(share_of_hits);
  double sum = 0;
  std::vector<Judgement> all;
  for (int number = 0; number < points; ++number) {
    rules::Measurement point{.bytes = number};
    point.times.push_back(time_of_turns({}, machine.turns_of(slowness, choosing)));
    for (const char* name : {"ring", "two-tree", "binary-tree", "bruck", "circulant"})
      point.times.push_back(time_of_turns(kernel(name), machine.turns_of(1, choosing)));
    const rules::MeasuredTime& chosen = quickest_of(point);
    sum += std::log(point.times.front().median() / chosen.median());
    std::vector<std::vector<double>> seconds;
    for (const rules::RuledKernel& each : Judge::candidates_at(point, chosen.candidate))
      seconds.push_back(machine.turns_of(each.is_native() ? slowness : 1, judging));
    Judge judge;
    judge.add(point, chosen.candidate, seconds);
    all.push_back(judge.judgements().begin()->second);
  }
  return {.by_choosing_turns = std::exp(sum / points), .mean = mean_of(all)};
}

TEST(MeanJudgement, FindsNoGainWhereAllTakeTheSame) {
  const Told told = told_of(300, 1, 0.4, 6, 20);
  EXPECT_GT(told.by_choosing_turns, 1.5) << "the turns that chose show one";
  EXPECT_NEAR(told.mean.gain.median, 1, 0.15);
  EXPECT_LT(told.mean.gain.low, 1);
  EXPECT_GT(told.mean.gain.high, 1);
  EXPECT_NEAR(told.mean.excess.median, 1, 0.15);
}

TEST(MeanJudgement, FindsTheGainThatThereIs) {
  const Told told = told_of(20, 2, 0.05, 6, 20);
  EXPECT_NEAR(told.mean.gain.median, 2, 0.1);
  EXPECT_TRUE(told.mean.is_telling());
  EXPECT_LT(told.mean.gain.low, told.mean.gain.median);
  EXPECT_GT(told.mean.gain.high, told.mean.gain.median);
}

TEST(MeanJudgement, SaysNothingWhereFewTurnsScatterWidely) {
  EXPECT_FALSE(told_of(4, 1, 0.45, 6, 6).mean.is_telling());
}

TEST(MeanJudgement, IsTheGeometricMeanWithTheIntervalOfTheMean) {
  const Judgement faster = {.native = {},
                            .chosen = {},
                            .gain = {.median = 4, .low = 2, .high = 8},
                            .excess = {.median = 1, .low = 1, .high = 1}};
  Judgement same = faster;
  same.gain = {.median = 1, .low = 0.5, .high = 2};
  const MeanJudgement mean = mean_of(std::vector{faster, same});
  EXPECT_DOUBLE_EQ(mean.gain.median, 2);
  EXPECT_DOUBLE_EQ(mean.gain.high, 2 * std::pow(2, std::sqrt(0.5)));
  EXPECT_DOUBLE_EQ(mean.gain.low, 2 / std::pow(2, std::sqrt(0.5)));
  EXPECT_EQ(mean.excess.median, 1);
}

rules::Measurement measured(double of_native, double of_ring, double of_chain) {
  rules::Measurement point{.ranks = 2, .ranks_per_node = 2, .bytes = bytes};
  point.times = {time_of_turns({}, {of_native}), time_of_turns(kernel("ring"), {of_ring}),
                 time_of_turns(kernel("binary-tree"), {of_chain})};
  return point;
}

TEST(Judge, TimesNativeTheChoiceAndTheQuickestEachOnce) {
  using Candidates = std::vector<rules::RuledKernel>;
  const rules::Measurement point = measured(3, 1, 2);
  EXPECT_EQ(Judge::candidates_at(point, kernel("ring")), (Candidates{{}, kernel("ring")}));
  EXPECT_EQ(Judge::candidates_at(point, kernel("binary-tree")),
            (Candidates{{}, kernel("binary-tree"), kernel("ring")}));
  EXPECT_EQ(Judge::candidates_at(point, {}), (Candidates{{}, kernel("ring")}));
  EXPECT_EQ(Judge::candidates_at(measured(1, 2, 3), {}), Candidates{});
}

TEST(Judge, AddsTurnsOfEachVisit) {
  const rules::Measurement point = measured(3, 1, 2);
  Judge judge;
  judge.add(point, kernel("binary-tree"), {{}, {}, {}});
  EXPECT_TRUE(judge.judgements().empty()) << "there was no time";
  judge.add(point, kernel("binary-tree"), {{8, 8}, {2, 2}, {1, 1}});
  judge.add(point, kernel("binary-tree"), {{8}, {2}, {1}});
  const Judgement& found = judge.judgements().at(subject_of(point));
  EXPECT_EQ(found.native.median, 8);
  EXPECT_EQ(found.chosen.median, 2);
  EXPECT_EQ(found.gain.median, 4);
  EXPECT_EQ(found.excess.median, 2) << "ring is the quickest";
}

TEST(Judge, HasNothingToMeasureWhereNativeIsChosenAndTheQuickest) {
  const rules::Measurement point = measured(1, 2, 3);
  Judge judge;
  judge.add(point, {}, {});
  const Judgement& found = judge.judgements().at(subject_of(point));
  EXPECT_EQ(found.native.median, 1);
  EXPECT_EQ(found.gain.median, 1);
  EXPECT_EQ(found.gain.high, 1);
}

rules::Rule rule_for(std::vector<rules::Threshold> thresholds) {
  return {.collective = schedule::Collective::allreduce,
          .operations = {rules::OperationClass::predefined},
          .ranks = {.from = 2, .to = 2},
          .ranks_per_node = {.from = 2, .to = 2},
          .thresholds = std::move(thresholds),
          .by = rules::RuleAuthor::tuner};
}

/// The tuner's final message on a point that was judged by these turns of native and ring.
std::string report_of(const std::vector<std::vector<double>>& seconds, double waited) {
  rules::Rules rules;
  rules.measurements = {measured(13.7, 1, 2)};
  rules.rules = {rule_for({{.use = kernel("ring")}})};
  Judge judge;
  judge.add(rules.measurements.front(), kernel("ring"), seconds);
  return command::tune::report(rules, {.judgements = judge.judgements(), .waited = waited},
                               command::TableStyle::markdown);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(TunersReport, IsOfTurnsThatDidNotChoose) {
  const std::string text = report_of({{4, 4, 4, 4, 4, 4}, {2, 2, 2, 2, 2, 2}}, 0.01);
  EXPECT_TRUE(has(text, "| ring | 2000000 | 4000000 | 2.00  | 2.00 – 2.00 | ring | 1.00 |"))
      << text;
  EXPECT_TRUE(
      has(text,
          "Judged (geometric mean of 1 of 1 point, in turns that had no part in the choice): "
          "2.00 times as fast as native (2.00 – 2.00); 0.0 % slower than the fastest candidate"))
      << text;
  EXPECT_FALSE(has(text, "13.7 times")) << text;
}

TEST(TunersReport, SaysWhenTheMachineWasTooBusy) {
  const std::string scattered = report_of({{4, 80, 4, 4, 80, 80}, {2, 2, 40, 40, 2, 2}}, 0.01);
  EXPECT_TRUE(has(scattered, "| busy |")) << scattered;
  EXPECT_TRUE(has(scattered, "The node was too busy for a judgement: geometric mean of"))
      << scattered;
  EXPECT_FALSE(has(scattered, "Judged")) << scattered;
  const std::string waiting = report_of({{4, 4, 4, 4, 4, 4}, {2, 2, 2, 2, 2, 2}}, 0.38);
  EXPECT_TRUE(
      has(waiting,
          "too busy for a judgement (ranks waited 38 % of the time for a processor): geometric"))
      << waiting;
}

TEST(TunersReport, MakesUpNothingWhereThereWasNoTime) {
  const std::string text = report_of({}, 0);
  EXPECT_TRUE(has(text, "Not judged: no time was left")) << text;
  EXPECT_TRUE(has(text, "| – | – | ring | – |")) << text;
  EXPECT_FALSE(has(text, "13.70")) << text;
}

TEST(TunersReport, IsNoJudgementWhereOnlyNativeServesItself) {
  rules::Rules rules;
  rules.measurements = {measured(1, 2, 3), measured(13.7, 1, 2)};
  rules.measurements.back().bytes *= 2;
  rules.rules = {
      rule_for({{.to_bytes = bytes, .use = rules::RuledKernel{}}, {.use = kernel("ring")}})};
  Judge judge;
  judge.add(rules.measurements.front(), {}, {});
  const std::string text = command::tune::report(
      rules, {.judgements = judge.judgements(), .waited = 0}, command::TableStyle::markdown);
  EXPECT_TRUE(has(text, "Not judged: no time was left")) << text;
}

}  // namespace
}  // namespace allfold::tuning
