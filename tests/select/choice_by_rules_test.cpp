/// The choices that follow from rules and measurements.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>

#include "algorithms/registry.hpp"
#include "rules/file.hpp"
#include "select/choose.hpp"
#include "select/explanation.hpp"
#include "select/measured.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

using ::testing::HasSubstr;

Knowledge known(std::string_view parts, const Configuration& configuration = {}) {
  std::vector<std::string> errors;
  const std::string text = fmt::format("{{\"format\": \"allfold rules 1\",\n{}}}", parts);
  auto rules = std::make_shared<const rules::Rules>(rules::parse_rules(text, "rules.json", errors));
  EXPECT_TRUE(errors.empty()) << errors.front();
  return knowledge_of(configuration, Network::high_speed, std::move(rules));
}

Choice chosen(const Problem& problem, const Knowledge& knowledge,
              const Configuration& configuration = {}) {
  CandidateCache candidates;
  return choose(problem, configuration, knowledge, candidates);
}

const std::string_view for_seven = R"("rules": [
  {"collective": "allreduce", "operations": ["predefined"], "ranks": [7, 7],
   "choose": [{"to-bytes": 1024, "kernel": "ring"}, {"to-bytes": 4096, "kernel": "native"},
              {"kernel": "bruck", "segment": "64k"}]},
  {"collective": "allreduce", "ranks": [7, 9], "choose": [{"kernel": "binary-tree"}]}])";

TEST(Rules, choose_by_the_length_of_the_vectors) {
  const Knowledge knowledge = known(for_seven);
  const auto at = [&](std::int64_t bytes) {
    return chosen({.ranks = 7, .bytes = bytes}, knowledge);
  };
  EXPECT_EQ(text_of(at(0)), "ring");
  EXPECT_EQ(text_of(at(1024)), "ring");
  EXPECT_EQ(at(1024).reason, "rules.json:3, 7 ranks, up to 1024 B");
  EXPECT_EQ(text_of(at(1025)), "native");
  EXPECT_EQ(at(4096).reason, "rules.json:3, 7 ranks, up to 4096 B");
  EXPECT_EQ(text_of(at(4097)), "bruck");
  EXPECT_EQ(at(4097).reason, "rules.json:3, 7 ranks, above 4096 B");
  EXPECT_EQ(at(1024).segment_bytes, std::nullopt);
  EXPECT_EQ(at(4097).segment_bytes, 64 << 10);
}

TEST(Rules, that_come_from_no_file_say_so) {
  const rules::RuledKernel ring{.kernel = algorithms::find_kernel("ring")};
  auto rules = std::make_shared<const rules::Rules>(rules::Rules{
      .rules = {{.ranks = {.from = 7, .to = 7}, .thresholds = {{.use = ring}}}},
      .measurements = {
          {.ranks = 9,
           .bytes = 8,
           .times = {{.candidate = ring, .seconds = {.median = 1, .low = 1, .high = 1}}}}}});
  const Knowledge knowledge = knowledge_of({}, Network::high_speed, rules);
  EXPECT_EQ(chosen({.ranks = 7}, knowledge).reason,
            "online tuning in this program, 7 ranks, any length");
  const Problem nearby{.ranks = 8};
  CandidateCache candidates;
  EXPECT_EQ(Measured(nearby, knowledge, candidates).where(), "on 9 ranks (this program)");
}

TEST(Rules, hold_for_what_they_say) {
  const Knowledge knowledge = known(for_seven);
  EXPECT_EQ(chosen({.ranks = 8}, knowledge).reason, "rules.json:6, 8 ranks, any length");
  EXPECT_EQ(text_of(chosen({.ranks = 7, .order = schedule::OperandOrder::rank_order}, knowledge)),
            "binary-tree")
      << "another class of operations";
  EXPECT_EQ(text_of(chosen({.ranks = 7, .operation = Operations::of_the_user}, knowledge)),
            "binary-tree");
  EXPECT_EQ(chosen({.ranks = 10, .bytes = 1 << 20}, knowledge).reason, "the cheapest composition");
  EXPECT_THAT(chosen({.collective = schedule::Collective::reduce, .ranks = 7}, knowledge).reason,
              ::testing::Not(HasSubstr("rules.json")));
}

TEST(Rules, hold_for_so_many_ranks_of_a_node) {
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "ranks-per-node": [2, 3], "choose": [{"kernel": "ring"}]}])");
  const auto at = [&](int ranks_per_node) {
    return chosen({.ranks = 8, .nodes = algorithms::Nodes::in_succession(8, ranks_per_node)},
                  knowledge);
  };
  EXPECT_NE(text_of(at(1)), "ring");
  EXPECT_EQ(text_of(at(2)), "ring");
  EXPECT_EQ(text_of(at(3)), "ring") << "the last node holds two";
  EXPECT_NE(text_of(at(4)), "ring");
  EXPECT_NE(text_of(chosen({.ranks = 8}, knowledge)), "ring") << "where it is not known";
}

TEST(Rules, come_after_the_user_and_before_shared_memory) {
  const Knowledge knowledge = known(for_seven);
  const Problem problem{.ranks = 7, .bytes = 8, .carrier = algorithms::Carrier::shared_memory};
  EXPECT_EQ(text_of(chosen(problem, knowledge)), "ring");
  EXPECT_EQ(text_of(chosen(problem, known(""
                                          "\"measurements\": [{\"collective\": \"reduce\", "
                                          "\"operation\": \"ordered\", \"ranks\": 2, "
                                          "\"ranks-per-node\": 1, \"bytes\": 1, "
                                          "\"times\": {\"native\": [1, 1, 1]}}]"))),
            "node");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_ALLREDUCE", "bruck"))), "bruck");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_ALLREDUCE", "native"))), "native");
  EXPECT_EQ(text_of(chosen(problem, knowledge, with("ALLFOLD_REDUCE", "native"))), "ring");
  const Problem longer{.ranks = 7, .bytes = 8192};
  EXPECT_EQ(chosen(longer, knowledge, with("ALLFOLD_SEGMENT", "1m")).segment_bytes, std::nullopt)
      << "the user's segments";
}

TEST(Rules, leave_parameters_open) {
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "choose": [{"kernel": "butterfly"}]},
    {"collective": "reduce", "choose": [{"kernel": "butterfly:halvings=1"}]}])");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 8}, knowledge)), "butterfly:halvings=0");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 1 << 24}, knowledge)), "butterfly:halvings=3");
  EXPECT_EQ(text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 8}, knowledge)),
            "butterfly:halvings=1");
}

/// The reason of the choice if a rule names a kernel that does not suit the problem.
std::string reason_without(std::string_view kernel, const Problem& problem,
                           const Configuration& configuration = {}) {
  const Knowledge knowledge = known(fmt::format(
      R"("rules": [{{"collective": "allreduce", "choose": [{{"kernel": "{}"}}]}}])", kernel));
  const Choice choice = chosen(problem, knowledge, configuration);
  EXPECT_NE(choice.kernel, nullptr);
  EXPECT_NE(text_of(choice), kernel);
  return choice.reason;
}

TEST(Rules, are_skipped_where_they_do_not_suit_and_the_reason_says_so) {
  EXPECT_EQ(
      reason_without("ring",
                     {.ranks = 5, .bytes = 1 << 20, .order = schedule::OperandOrder::rank_order}),
      "the cheapest composition; rules.json:2 is skipped: ring does not keep rank order");
  EXPECT_THAT(reason_without("bruck", {.ranks = 13, .operation = Operations::of_the_user}),
              HasSubstr("; rules.json:2 is skipped: bruck gathers the vectors of all ranks, "
                        "which Allfold does for predefined operations only"));
  EXPECT_THAT(
      reason_without("node", {.ranks = 5}),
      HasSubstr("; rules.json:2 is skipped: node needs all ranks on one node, with shared memory"));
  EXPECT_THAT(reason_without("node", {.ranks = 4,
                                      .carrier = algorithms::Carrier::both,
                                      .nodes = algorithms::Nodes::in_succession(4, 2)}),
              HasSubstr("is skipped: node needs all ranks on one node, with shared memory"));
  for (const algorithms::Carrier carrier :
       {algorithms::Carrier::messages, algorithms::Carrier::shared_memory})
    EXPECT_THAT(reason_without("lanes", {.ranks = 4, .carrier = carrier}),
                HasSubstr("is skipped: lanes needs ranks that share memory on their nodes"));
}

TEST(Rules, are_skipped_for_reproducible_results) {
  const Configuration reproducible = with("ALLFOLD_REPRODUCIBLE", "1");
  for (const std::string kernel : {"native", "ring", "binary-tree"})
    EXPECT_EQ(
        reason_without(kernel, {.ranks = 13}, reproducible),
        fmt::format(
            "the cheapest algorithm that gives reproducible results; rules.json:2 is skipped: {} "
            "does not bracket operands as ALLFOLD_REPRODUCIBLE=1 requires",
            kernel));
  const Knowledge knowledge = known(R"("rules": [
    {"collective": "allreduce", "choose": [{"kernel": "native"}]},
    {"collective": "allreduce", "choose": [{"kernel": "ring-ordered"}]}])");
  const Choice choice = chosen({.ranks = 13}, knowledge, reproducible);
  EXPECT_EQ(text_of(choice), "ring-ordered") << "the next that holds";
  EXPECT_THAT(choice.reason,
              HasSubstr("rules.json:4, 13 ranks, any length; rules.json:3 is skipped"));
}

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
