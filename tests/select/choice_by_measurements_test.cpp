/// The choices that follow from measurements, and their explanation.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "algorithms/registry.hpp"
#include "select/choose.hpp"
#include "select/explanation.hpp"
#include "select/known.hpp"
#include "select/measured.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

using ::testing::HasSubstr;

/// A measurement of an Allreduce with one rank per node; times in microseconds.
std::string point(int ranks, std::int64_t bytes, std::string_view first, double first_time,
                  std::string_view second, double second_time) {
  return fmt::format(
      "{{\"collective\": \"allreduce\", \"operation\": \"predefined\", \"ranks\": {0}, "
      "\"ranks-per-node\": 1, \"bytes\": {1}, \"times\": {{\"{2}\": [{3}e-6, {3}e-6, {3}e-6], "
      "\"{4}\": [{5}e-6, {5}e-6, {5}e-6]}}}}",
      ranks, bytes, first, first_time, second, second_time);
}
Knowledge measured(const std::vector<std::string>& points) {
  std::string all;
  for (const std::string& each : points) all += (all.empty() ? "" : ",\n") + each;
  return known(fmt::format("\"measurements\": [{}]", all));
}

/// The model's time of a ring, in seconds.
double ring_takes(int ranks, std::int64_t bytes) {
  return formula_seconds(*algorithms::find_kernel("ring"), {.ranks = ranks},
                         default_model(Network::high_speed), static_cast<double>(bytes));
}
std::string ring_off(double times, int ranks, std::int64_t bytes) {
  return point(ranks, bytes, "ring", ring_takes(ranks, bytes) * times * 1e6, "native", 1e6);
}

TEST(Measurements, correct_the_model_linearly_in_logarithms) {
  const Knowledge knowledge = measured({ring_off(2, 4, 1 << 10), ring_off(8, 4, 1 << 14),
                                        ring_off(4, 16, 1 << 10), ring_off(16, 16, 1 << 14)});
  const auto off = [&](int ranks, std::int64_t bytes) {
    const Problem problem{.ranks = ranks, .bytes = bytes};
    CandidateCache candidates;
    return Measured(problem, knowledge, candidates).correction(*algorithms::find_kernel("ring"));
  };
  EXPECT_NEAR(off(4, 1 << 10), 2, 1e-3) << "as measured";
  EXPECT_NEAR(off(16, 1 << 14), 16, 1e-3);
  EXPECT_NEAR(off(4, 1 << 12), 4, 1e-3) << "between lengths";
  EXPECT_NEAR(off(8, 1 << 10), std::sqrt(8), 1e-3) << "between ranks";
  EXPECT_NEAR(off(8, 1 << 12), std::sqrt(32), 1e-3);
  EXPECT_NEAR(off(2, 1 << 12), 4, 1e-3) << "below the fewest ranks as on these";
  EXPECT_NEAR(off(99, 1 << 12), 8, 1e-3);
  EXPECT_NEAR(off(4, 0), 2, 1e-3) << "short vectors as the shortest";
  EXPECT_NEAR(off(4, 1 << 30), 8, 1e-3);
}

TEST(Measurements, correct_what_was_not_measured_by_the_worst) {
  const double ring = ring_takes(8, 1024) * 1e6;
  const double tree =
      algorithms::seconds(algorithms::find_kernel("binary-tree")->claim({.ranks = 8}),
                          default_model(Network::high_speed), 1024) *
      1e6;
  const Knowledge knowledge = measured({point(8, 1024, "ring", ring * 2, "binary-tree", tree * 8)});
  const Problem problem{.ranks = 8, .bytes = 1024};
  CandidateCache candidates;
  const Measured measured(problem, knowledge, candidates);
  EXPECT_NEAR(measured.correction(*algorithms::find_kernel("ring")), 2, 1e-3);
  EXPECT_NEAR(measured.correction(*algorithms::find_kernel("binary-tree")), 8, 1e-3);
  EXPECT_NEAR(measured.correction(*algorithms::find_kernel("bruck")), 8, 1e-3);
  EXPECT_FALSE(measured.native_is_quickest());
}

TEST(Measurements, decide_what_the_model_would_not_take) {
  // A kernel newer than the papers, and a ring, which the model rates as slow for short vectors.
  for (const std::string kernel : {"circulant:halvings=3", "ring"}) {
    const Knowledge knowledge =
        measured({point(7, 8, kernel, 1, "composed:steps=7e0", 50),
                  point(9, 8, kernel.substr(0, 4) == "ring" ? kernel : "circulant:halvings=4", 1,
                        "composed:steps=9e0", 50)});
    const Choice choice = chosen({.ranks = 8, .bytes = 8}, knowledge);
    ASSERT_NE(choice.kernel, nullptr);
    EXPECT_TRUE(kernel.starts_with(choice.kernel->name)) << text_of(choice);
    EXPECT_EQ(choice.reason,
              "the cheapest in the cost model, corrected by measurements on 7 and 9 ranks "
              "(rules.json)");
    EXPECT_THAT(
        chosen({.ranks = 8, .bytes = 8, .order = schedule::OperandOrder::rank_order}, knowledge)
            .reason,
        ::testing::Not(HasSubstr("measurements")))
        << "nothing was measured of such operations";
  }
}

TEST(Measurements, take_native_where_it_is_the_quickest_on_both_sides) {
  const Knowledge knowledge =
      measured({point(4, 8, "ring", 20, "native", 10), point(4, 1 << 20, "ring", 20, "native", 40),
                point(8, 8, "ring", 20, "native", 10), point(8, 1 << 20, "ring", 20, "native", 10),
                point(16, 8, "ring", 10, "native", 20)});
  const auto at = [&](int ranks, std::int64_t bytes) {
    return chosen({.ranks = ranks, .bytes = bytes}, knowledge);
  };
  EXPECT_EQ(text_of(at(6, 8)), "native");
  EXPECT_EQ(at(6, 8).reason, "the fastest measured candidate on 4 and 8 ranks (rules.json)");
  EXPECT_EQ(at(8, 8).reason, "the fastest measured candidate on 8 ranks (rules.json)");
  EXPECT_NE(text_of(at(6, 1 << 20)), "native") << "on 4 ranks the ring is quicker";
  EXPECT_EQ(text_of(at(6, 1 << 8)), "native") << "the times meet later";
  EXPECT_NE(text_of(at(6, 1 << 16)), "native");
  EXPECT_NE(text_of(at(12, 8)), "native") << "on 16 ranks the ring is quicker";
  EXPECT_EQ(text_of(at(2, 8)), "native") << "below the fewest as on these";
  EXPECT_NE(text_of(at(20, 8)), "native") << "beyond the most as on these";
  EXPECT_NE(text_of(chosen({.ranks = 6, .bytes = 8}, knowledge, with("ALLFOLD_REPRODUCIBLE", "1"))),
            "native");
}

TEST(Measurements, tell_the_segments_of_the_nearest_point) {
  const Knowledge knowledge =
      measured({point(4, 1 << 20, "ring segment=64k", 30, "composed:steps=2h-2h", 900),
                point(4, 1 << 22, "ring segment=1m", 110, "composed:steps=2h-2h", 4000),
                point(16, 1 << 20, "ring", 300, "ring segment=64k", 400)});
  const auto at = [&](int ranks, std::int64_t bytes, const Configuration& configuration = {}) {
    const Choice choice = chosen({.ranks = ranks, .bytes = bytes}, knowledge, configuration);
    EXPECT_TRUE(choice.reason.starts_with("the cheapest in the cost model, corrected"));
    return text_of(choice) == "ring" ? choice.segment_bytes : -1;
  };
  EXPECT_EQ(at(4, 1 << 20), 64 << 10);
  EXPECT_EQ(at(5, 3 << 20), 1 << 20);
  EXPECT_EQ(at(15, 1 << 20), std::nullopt);
  EXPECT_EQ(at(4, 1 << 20, with("ALLFOLD_SEGMENT", "0")), std::nullopt) << "the user's segments";
}

TEST(Measurements, count_for_the_same_placement_only) {
  const Knowledge knowledge = measured({point(4, 8, "ring", 20, "native", 10)});
  const Problem pairs{.ranks = 4, .bytes = 8, .nodes = algorithms::Nodes::in_succession(4, 2)};
  CandidateCache candidates;
  EXPECT_FALSE(Measured(pairs, knowledge, candidates).is_there());
  EXPECT_NE(text_of(chosen(pairs, knowledge)), "native");
}

TEST(Measurements, that_are_not_there_raise_no_floating_point_exception) {
  const Knowledge knowledge = measured({point(4, 8, "ring", 20, "native", 10)});
  CandidateCache candidates;
  const Problem reduce{.collective = schedule::Collective::reduce, .ranks = 4, .bytes = 8};
  const Measured none(reduce, knowledge, candidates);
  ASSERT_FALSE(none.is_there());
  std::feclearexcept(FE_ALL_EXCEPT);
  EXPECT_EQ(none.segment_of(*algorithms::find_kernel("ring")), std::nullopt);
  EXPECT_EQ(std::fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW), 0) << "of no ranks";
}

TEST(Measurements, on_one_node_count_for_any_number_of_its_ranks) {
  const Knowledge knowledge = known(R"("measurements": [{"collective": "allreduce",
    "operation": "predefined", "ranks": 4, "ranks-per-node": 4, "bytes": 8,
    "times": {"native": [1e-6, 1e-6, 1e-6], "node": [2e-6, 2e-6, 2e-6]}}])");
  Problem problem{.ranks = 3,
                  .bytes = 8,
                  .carrier = algorithms::Carrier::shared_memory,
                  .nodes = algorithms::Nodes::in_succession(3, 3)};
  EXPECT_EQ(text_of(chosen(problem, knowledge)), "native");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_REPRODUCIBLE", "1"))), "node");
  problem.carrier = algorithms::Carrier::messages;
  EXPECT_EQ(text_of(chosen(problem, knowledge)), "native") << "node does not count";
}

TEST(Explanation, tells_the_choice_the_model_and_what_was_measured) {
  const Knowledge knowledge = measured({point(7, 8, "ring", 1, "composed:steps=7", 4)});
  const Problem problem{.ranks = 7, .bytes = 8};
  CandidateCache candidates;
  const Choice choice = choose(problem, {}, knowledge, candidates);
  const Explanation explanation = explanation_of(problem, choice, {}, knowledge, candidates);
  EXPECT_EQ(text_of(explanation.choice), "ring");
  EXPECT_EQ(rules::text_of(explanation.predictions.front().use), "ring");
  EXPECT_NEAR(explanation.predictions.front().expected, 1e-6, 1e-9);
  EXPECT_NEAR(explanation.predictions.front().predicted, ring_takes(7, 8), 1e-12);
  ASSERT_EQ(explanation.measured.size(), 2U);
  EXPECT_EQ(rules::text_of(explanation.measured[1].candidate), "composed:steps=7");
  const std::string text = text_of(explanation);
  for (const char* part :
       {"allreduce on 7 ranks, one per node, 8 B, predefined operation\nchosen: ring\nbecause: ",
        "corrected by measurements on 7 ranks (rules.json)", "\n  bruck ", "\n  composed:steps=7 "})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("two-tree"))) << "it serves reduce only";
}

}  // namespace
}  // namespace allfold::select
