/// Exchanges of whole vectors among more than two groups of ranks at the same time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "algorithms/composition_search.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "proof/check.hpp"
#include "proof/prove.hpp"
#include "proof_of.hpp"

namespace allfold::algorithms {
namespace {

const Kernel& recursive_multiplying() { return *find_kernel("recursive-multiplying"); }

std::vector<program::Program> programs_of(const Task& task) {
  return algorithms::programs_of(recursive_multiplying(), task, program::Binding::separate);
}

Task composed_of(const std::string& steps) {
  const Composition composition = parse_composition(steps).value();
  return {.ranks = static_cast<int>(ranks_of(composition)),
          .parameters = {.composition = composition}};
}

constexpr cost::CostModel with_small_gap{.link = {.alpha = 10, .gap = 2}};

TEST(RecursiveMultiplying, takes_a_round_for_each_power_of_the_radix) {
  const auto time = [](int ranks, int radix) {
    return cost::critical_path(programs_of({.ranks = ranks, .parameters = {.radix = radix}}),
                               with_small_gap, 0);
  };
  EXPECT_EQ(time(64, 2), 6 * 10);
  EXPECT_EQ(time(64, 4), 3 * (10 + 2 * 2));
  EXPECT_EQ(time(64, 8), 2 * (10 + 6 * 2));
  EXPECT_EQ(time(32, 4), 10 + 2 * (10 + 2 * 2)) << "the two that is left over comes first";
  EXPECT_EQ(time(27, 3), 3 * (10 + 2));
  EXPECT_EQ(time(15, 5), 10 + 2 + 10 + 3 * 2);
  // 1, 4, 13: three messages, then three, of which the last carries one vector.
  EXPECT_EQ(time(13, 4), 2 * (10 + 2 * 2));
  EXPECT_EQ(time(13, 2), 4 * 10);
  // 1, 5, 7: four messages, then one, which carries only what the first message brought.
  EXPECT_EQ(time(7, 5), 10 + 10);
  EXPECT_EQ(time(7, 9), 10 + 5 * 2);
}

TEST(RecursiveMultiplying, costs_what_its_formula_tells) {
  const cost::CostModel model{.link = {.alpha = 10, .beta = 0.5, .gap = 3}, .gamma = 0.25};
  for (int ranks = 1; ranks <= 70; ++ranks)
    for (int radix = 2; radix <= 9; ++radix) {
      const Task task{.ranks = ranks, .parameters = {.radix = radix}};
      const auto programs = programs_of(task);
      const Claim claim = recursive_multiplying().claim(task);
      SCOPED_TRACE(::testing::Message() << ranks << " ranks, radix " << radix);
      // A last round that is not full may begin, and its first messages be reduced, before the
      // others have arrived.
      EXPECT_LE(cost::critical_path(programs, with_small_gap, 0),
                seconds(claim, with_small_gap, 0) + 1e-9);
      EXPECT_LE(cost::critical_path(programs, model, 1), seconds(claim, model, 1) + 1e-9);
      if (radix >= ranks || is_power(ranks)) {
        EXPECT_NEAR(cost::critical_path(programs, with_small_gap, 0),
                    seconds(claim, with_small_gap, 0), 1e-9);
      }
    }
}

TEST(RecursiveMultiplying, is_a_factor_of_compositions) {
  for (const char* steps : {"4k4-4k4-4k4", "2-8k8", "2h-4k3", "13k4", "4k4-6k6", "3h-5k5-2"}) {
    Task task = composed_of(steps);
    EXPECT_EQ(text_of(task.parameters.composition), steps);
    for (const program::Binding binding :
         {program::Binding::separate, program::Binding::in_place}) {
      const proof::Proof proof =
          testing::proof_of(algorithms::programs_of(*find_kernel("composed"), task, binding), task,
                            OperandOrder::rank_order);
      ASSERT_TRUE(proof.holds()) << steps << ": " << proof.defects[0].text();
    }
  }
  EXPECT_EQ(text_of(parse_composition("5k2").value()), "5");
  for (const char* wrong : {"4k5", "4k1", "4k", "4kx", "2k2", "4k4h"})
    EXPECT_FALSE(parse_composition(wrong)) << wrong;
}

// If a factor divides the piece, all ranks of a group may send the shares of several others in one
// round.
TEST(RecursiveMultiplying, gathers_what_a_factor_has_divided) {
  for (const char* steps : {"13h13", "13h4", "4h4-4h4", "3h3-5h4-2", "7h3-2h-2", "4h3-3h3",
                            "2h-9h8", "5h5-6t", "16h16"})
    for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
      if (collective == Collective::allreduce && std::string(steps).ends_with('t')) continue;
      Task task = composed_of(steps);
      EXPECT_EQ(text_of(task.parameters.composition), steps);
      task.collective = collective;
      const int roots = collective == Collective::reduce ? task.ranks : 1;
      for (task.root = 0; task.root < roots; ++task.root)
        for (const program::Binding binding :
             {program::Binding::separate, program::Binding::in_place}) {
          const proof::Proof proof =
              testing::proof_of(algorithms::programs_of(*find_kernel("composed"), task, binding),
                                task, OperandOrder::rank_order);
          ASSERT_TRUE(proof.holds())
              << steps << ", root " << task.root << ": " << proof.defects[0].text();
        }
    }
  EXPECT_EQ(text_of(parse_composition("5h2").value()), "5h");
  for (const char* wrong : {"4h5", "4h1", "4h4h", "2h2", "4hk4"})
    EXPECT_FALSE(parse_composition(wrong)) << wrong;
}

// A factor takes two latencies, one in each direction, on any number of ranks.
TEST(RecursiveMultiplying, divides_and_gathers_in_rounds_of_several_messages) {
  const auto time = [](const char* steps, Collective collective) {
    Task task = composed_of(steps);
    task.collective = collective;
    return cost::critical_path(
        algorithms::programs_of(*find_kernel("composed"), task, program::Binding::separate),
        with_small_gap, 0);
  };
  for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
    EXPECT_LE(time("5h5", collective), 2 * (10 + 3 * 2));
    EXPECT_LE(time("13h13", collective), 2 * (10 + 11 * 2));
    EXPECT_LE(time("4h4-4h4", collective), 4 * (10 + 2 * 2));
    EXPECT_GE(time("13h13", collective), 2 * 10 + 11 * 2);
  }
}

// Segments are cut at the bounds of shares, so that no message shorter than a segment is split.
TEST(RecursiveMultiplying, sends_short_shares_of_a_segmented_vector_whole) {
  const auto messages = [](const std::string& steps, int log2_segments) {
    std::int64_t all = 0;
    for (const program::Program& program :
         algorithms::programs_of(*find_kernel("composed"), composed_of(steps),
                                 program::Binding::separate, {.log2_segments = log2_segments}))
      all += std::ranges::count_if(program.operations, &program::Operation::is_message);
    return all;
  };
  for (const char* steps : {"8h8-3h3", "9h9-7h7", "13h13", "12h12"})
    EXPECT_EQ(messages(steps, 3), messages(steps, 0)) << steps;
  // In each direction, one of the six messages is half of the vector, in two segments.
  EXPECT_EQ(messages("2h-2h-3h", 2) - messages("2h-2h-3h", 0), 12 * 4);
}

TEST(RecursiveMultiplying, brackets_as_the_tree_f_with_one_odd_factor_that_is_last) {
  const Kernel& composed = *find_kernel("composed");
  for (const char* steps : {"4k4-4k4-4k4", "2-8k8", "4k4-13k4", "4k4-6k6", "63k4"})
    EXPECT_EQ(composed.bracketing(composed_of(steps)), Bracketing::class_f) << steps;
  for (const char* steps : {"3k3-4k4", "3k3-3k3", "6k6-2"})
    EXPECT_EQ(composed.bracketing(composed_of(steps)), Bracketing::own) << steps;
  // The checker agrees.
  const auto bracketing_of = [&](const Task& task) {
    return testing::proof_of(algorithms::programs_of(composed, task, program::Binding::separate),
                             task, OperandOrder::rank_order)
        .bracketing;
  };
  EXPECT_EQ(bracketing_of(composed_of("4k4-6k6")), bracketing_of(composed_of("2-2-2-3")));
  EXPECT_EQ(bracketing_of(composed_of("4k4-4k4")), bracketing_of(composed_of("2-2-2-2")));
  EXPECT_NE(bracketing_of(composed_of("6k6-2")), bracketing_of(composed_of("2-6")));
}

// Vectors of types whose elements overlap in memory cannot be stored one after the other.
TEST(RecursiveMultiplying, needs_rows_only_where_messages_take_several_vectors) {
  const Kernel& composed = *find_kernel("composed");
  for (const char* steps : {"4k4-4k4", "9k9", "64t4", "3"})
    EXPECT_FALSE(takes_rows(composed, composed_of(steps))) << steps;
  for (const char* steps : {"9k4", "4", "4k4-5k4"})
    EXPECT_TRUE(takes_rows(composed, composed_of(steps))) << steps;
}

TEST(RecursiveMultiplying, is_what_the_cheapest_composition_of_short_vectors_does) {
  const auto cheapest = [](int ranks, const cost::CostModel& model, double bytes) {
    const std::vector<Composition> all = compositions({.ranks = ranks});
    return text_of(*std::ranges::min_element(all, {}, [&](const Composition& composition) {
      return seconds(find_kernel("composed")
                         ->claim({.ranks = ranks, .parameters = {.composition = composition}}),
                     model, bytes);
    }));
  };
  cost::CostModel model = with_small_gap;
  EXPECT_EQ(cheapest(64, model, 0), "4k4-4k4-4k4");
  EXPECT_EQ(cheapest(27, model, 0), "27k6") << "1, 6, 27";
  model.link.gap = 10;
  EXPECT_EQ(cheapest(64, model, 0), "2-2-2-2-2-2");
  model = {.link = {.alpha = 10, .beta = 1, .gap = 2}};
  EXPECT_EQ(cheapest(64, model, 50), "4h4-4h4-4k4") << "more vectors take longer";
}

}  // namespace
}  // namespace allfold::algorithms
