/// Grids, and the statements of Huang and McKinley (Parallel Computing 23, 1997) on the algorithms
/// on them.
#include <gtest/gtest.h>

#include <array>
#include <tuple>
#include <utility>

#include "algorithms/grid.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "program/segmentation.hpp"
#include "proof/check.hpp"
#include "proof/prove.hpp"
#include "proof_of.hpp"

namespace allfold::algorithms {
namespace {

constexpr std::array sides{2, 4, 8, 16};

std::vector<program::Program> programs(std::string_view name, const Task& task) {
  return algorithms::programs_of(*find_kernel(name), task, program::Binding::separate);
}

proof::Proof proof_of(std::string_view name, const Task& task) {
  return testing::proof_of(programs(name, task), task, OperandOrder::any);
}

cost::Cost cost(std::string_view name, const Task& task) {
  return cost::cost_of(programs(name, task));
}

void expect_equal(const cost::Cost& measured, const cost::Cost& formula) {
  EXPECT_NEAR(measured.rounds, formula.rounds, 1e-9);
  EXPECT_NEAR(measured.volume, formula.volume, 1e-9);
  EXPECT_NEAR(measured.reductions, formula.reductions, 1e-9);
}

Task grid_task(int rows, int columns, int strip = 0) {
  return {.ranks = rows * columns, .parameters = {.rows = rows, .strip = strip}};
}

/// Calls visit(R, C) for all sides that are powers of two.
template <class Visit>
void for_each_grid(Visit visit) {
  for (const int rows : sides)
    for (const int columns : sides) {
      SCOPED_TRACE(::testing::Message() << rows << " x " << columns);
      visit(rows, columns);
    }
}

TEST(Formula, of_lines) {
  for (const int k : {2, 4, 8, 16, 32, 64}) {
    const double lg = floor_log2(k);
    const double n = k;
    expect_equal(cost("sbt", {.ranks = k}), {2 * lg, 2 * lg, lg});
    expect_equal(cost("bsbt", {.ranks = k}), {2 * lg, lg, lg / 2});
    expect_equal(cost("bucket", {.ranks = k}), {2 * (n - 1), 2 * (n - 1) / n, (n - 1) / n});
  }
}

TEST(Formula, of_grids) {
  for_each_grid([](int rows, int columns) {
    const double lg = floor_log2(rows) + floor_log2(columns);
    const double share = 1 - 1.0 / (rows * columns);
    const Task task = grid_task(rows, columns);
    expect_equal(cost("sbt-2d", task), {2 * lg, 2 * lg, lg});
    expect_equal(cost("bsbt-2d", task), {2 * lg, lg, lg / 2});
    expect_equal(cost("bucket-2d", task), {2.0 * (rows + columns - 2), 2 * share, share});
  });
}

TEST(Formula, of_the_adaptive_mesh_for_every_strip_length) {
  for_each_grid([](int rows, int columns) {
    for (const int strip : strip_lengths({rows, columns})) {
      const double s = strip;
      const double lg_c = floor_log2(columns);
      const double lg_r = floor_log2(rows / strip);
      const double lg_s = ceil_log2(strip);
      expect_equal(
          cost("mesh-adaptive", grid_task(rows, columns, strip)),
          {2 * (s - 1) + 2 * lg_c + 2 * lg_r + lg_s, 2 * (s - 1) / s + (lg_c + lg_r + lg_s) / s,
           (s - 1) / s + (lg_c + lg_r) / (2 * s)});
    }
  });
}

TEST(Formula, of_the_adaptive_mesh_on_a_square) {
  for (const int side : sides)
    for (const int strip : strip_lengths({side, side})) {
      const double s = strip;
      const double lg = floor_log2(side);
      const double lg_s = floor_log2(strip);
      expect_equal(cost("mesh-adaptive", grid_task(side, side, strip)),
                   {4 * lg + 2 * (s - 1) - lg_s, 2 * lg / s + 2 * (s - 1) / s,
                    lg / s + (s - 1) / s - lg_s / (2 * s)});
    }
}

// The trees of the two halves use different ranks, so most of their messages go one way only.
TEST(Formula, of_one_way_messages_is_exact_too) {
  cost::CostModel model{.link = {.alpha = 1, .beta = 0.125, .f_alpha = 0.5, .f_beta = 0.25}};
  model.inside = model.link;
  for (const std::string_view name :
       {"sbt", "bsbt", "bucket", "sbt-2d", "bsbt-2d", "bucket-2d", "mesh-adaptive"})
    for (const Collective collective : {Collective::allreduce, Collective::reduce})
      for (const int ranks : {2, 7, 12, 16, 17}) {
        const int root = collective == Collective::reduce ? ranks / 3 : 0;
        const Task task{.collective = collective, .ranks = ranks, .root = root};
        const auto claim = find_kernel(name)->claim(task);
        for (const double bytes : {0.0, 1000.0})
          EXPECT_DOUBLE_EQ(cost::critical_path(programs(name, task), model, bytes),
                           cost::seconds(claim.cost, model, bytes))
              << name << ", " << name_of(collective) << " on " << ranks;
      }
}

TEST(MeshReduce, costs_no_more_than_allreduce) {
  for (int ranks = 1; ranks <= 36; ++ranks)
    for (const std::string_view name :
         {"bsbt", "bucket", "sbt-2d", "bsbt-2d", "bucket-2d", "mesh-adaptive"})
      for (const int root : {0, ranks / 2, ranks - 1}) {
        const cost::Cost reduce =
            cost(name, {.collective = Collective::reduce, .ranks = ranks, .root = root});
        const cost::Cost allreduce = cost(name, {.ranks = ranks});
        EXPECT_LE(reduce.rounds, allreduce.rounds) << name << " on " << ranks;
        EXPECT_LE(reduce.volume, allreduce.volume + 1e-9) << name << " on " << ranks;
        EXPECT_LE(reduce.reductions, allreduce.reductions + 1e-9) << name << " on " << ranks;
      }
}

TEST(Grid, is_square_by_default_or_folds_to_a_power_of_two) {
  EXPECT_EQ(default_sides(1), (Sides{1, 1}));
  EXPECT_EQ(default_sides(3), (Sides{1, 3}));
  EXPECT_EQ(default_sides(5), (Sides{2, 2}));
  EXPECT_EQ(default_sides(12), (Sides{3, 4}));
  EXPECT_EQ(default_sides(13), (Sides{2, 4}));
  EXPECT_EQ(default_sides(16), (Sides{4, 4}));
  EXPECT_EQ(default_sides(36), (Sides{6, 6}));
  EXPECT_EQ(default_sides(44), (Sides{4, 11}));
  EXPECT_EQ(default_sides(52), (Sides{4, 13}));
  EXPECT_EQ(default_sides(68), (Sides{8, 8}));
  for (int ranks = 1; ranks <= 128; ++ranks) {
    const Sides found = default_sides(ranks);
    const bool fits = found.numbers() == ranks;
    EXPECT_TRUE(fits || found.numbers() == power(floor_log2(ranks))) << ranks;
    EXPECT_LE(found.rows, found.columns) << ranks;
    EXPECT_LE(found.columns, 4 * found.rows) << ranks;
    // No grid is more square, and no grid within a factor of 4 was omitted.
    for (int rows = 1; rows * rows <= ranks; ++rows) {
      const bool is_more_square = rows > found.rows && rows * rows <= found.numbers();
      EXPECT_FALSE(is_more_square && found.numbers() % rows == 0) << ranks;
      EXPECT_TRUE(fits || ranks % rows != 0 || ranks / rows > 4 * rows) << ranks;
    }
  }
}

TEST(Grid, has_the_rows_that_are_asked_for_if_they_divide) {
  EXPECT_EQ(sides_with(12, 6), (Sides{6, 2}));
  EXPECT_EQ(sides_with(12, 8), (Sides{8, 1})) << "of the power of two below";
  EXPECT_EQ(sides_with(12, 5), default_sides(12));
  EXPECT_EQ(sides_with(12, 13), default_sides(12));
  EXPECT_EQ(possible_rows(12), (std::vector<int>{2, 3, 4, 6}));
  EXPECT_EQ(possible_rows(13), (std::vector<int>{2, 4}));
  EXPECT_EQ(possible_rows(3), (std::vector<int>{1}));
}

TEST(Strips, divide_the_rows_and_are_at_most_the_columns) {
  EXPECT_EQ(strip_lengths({12, 6}), (std::vector<int>{1, 2, 3, 4, 6}));
  EXPECT_EQ(strip_lengths({7, 3}), (std::vector<int>{1}));
  EXPECT_EQ(strip_length({12, 6}, 4), 4);
  EXPECT_EQ(strip_length({12, 6}, 5), 3) << "the default";
  EXPECT_EQ(strip_length({12, 6}, 12), 3) << "the default";
  EXPECT_EQ(strip_length({8, 8}, 0), 4) << "of 2 and 4 the longer";
  EXPECT_EQ(strip_length({7, 8}, 0), 1);
  EXPECT_EQ(strip_length({1, 1}, 0), 1);
}

// The last S x S block includes the columns that are left over.
TEST(Strips, serve_columns_that_they_do_not_divide) {
  for (const auto& [rows, columns, strip] :
       {std::tuple{3, 4, 3}, {4, 7, 2}, {4, 9, 4}, {4, 6, 4}, {6, 8, 3}, {6, 11, 3}}) {
    const Task task = grid_task(rows, columns, strip);
    const proof::Proof proof = proof_of("mesh-adaptive", task);
    EXPECT_TRUE(proof.holds()) << rows << " x " << columns << ", S = " << strip;
    expect_equal(cost("mesh-adaptive", task), find_kernel("mesh-adaptive")->claim(task).cost);
  }
}

// These values are not among those for which the rows of the registry are proved.
TEST(Parameters, that_make_a_grid_a_line_are_proved_too) {
  for (const std::string_view name : {"sbt-2d", "bsbt-2d", "bucket-2d", "mesh-adaptive"})
    for (int ranks = 2; ranks <= 24; ++ranks)
      for (const int rows : {1, ranks, power(floor_log2(ranks))})
        for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
          const int root = collective == Collective::reduce ? ranks / 2 : 0;
          const Task task{
              .collective = collective, .ranks = ranks, .root = root, .parameters = {.rows = rows}};
          const Kernel& kernel = *find_kernel(name);
          for (const program::Binding binding :
               {program::Binding::separate, program::Binding::in_place}) {
            const auto all = algorithms::programs_of(kernel, task, binding);
            EXPECT_TRUE(testing::proof_of(all, task, kernel.order).holds())
                << name << " with " << rows << " rows on " << ranks;
            expect_equal(cost::cost_of(all), kernel.claim(task).cost);
          }
        }
}

// Values that do not fit a task cause neither a wrong result nor ranks that disagree.
TEST(Parameters, that_do_not_fit_give_the_default) {
  for (const int ranks : {6, 13, 16})
    for (const Parameters& odd : {Parameters{.rows = 5}, Parameters{.rows = 1000, .strip = 1000}}) {
      const Task task{.ranks = ranks, .parameters = odd};
      const proof::Proof proof = proof_of("mesh-adaptive", task);
      EXPECT_TRUE(proof.holds()) << ranks;
      const cost::Cost with_odd = cost("mesh-adaptive", task);
      const cost::Cost by_default = cost("mesh-adaptive", {.ranks = ranks});
      EXPECT_EQ(with_odd.rounds, by_default.rounds) << ranks;
      EXPECT_EQ(with_odd.volume, by_default.volume) << ranks;
    }
}

struct Bracketing {
  bool keeps_rank_order;
  bool is_one_for_all_blocks;
  friend bool operator==(const Bracketing&, const Bracketing&) = default;
};

Bracketing bracketing(std::string_view name, const Task& task) {
  const proof::Proof proof = proof_of(name, task);
  return {proof.keeps_rank_order, proof.has_one_bracketing()};
}

// The table of bracketings.
TEST(Bracketing, of_the_adaptive_mesh_is_ordered_without_strips_only) {
  for_each_grid([](int rows, int columns) {
    for (const int strip : strip_lengths({rows, columns})) {
      // A bucket algorithm on two ranks brackets both of its blocks alike.
      const Bracketing expected{.keeps_rank_order = strip == 1,
                                .is_one_for_all_blocks = strip <= 2};
      EXPECT_EQ(bracketing("mesh-adaptive", grid_task(rows, columns, strip)), expected)
          << "S = " << strip;
    }
  });
}

TEST(Bracketing, of_the_adaptive_mesh_without_strips_is_that_of_balanced_trees) {
  for (const int ranks : {8, 12, 16, 36, 41}) {
    const Task without{.ranks = ranks, .parameters = {.strip = 1}};
    EXPECT_EQ(proof_of("mesh-adaptive", without).bracketing,
              proof_of("bsbt-2d", without).bracketing);
    expect_equal(cost("mesh-adaptive", without), cost("bsbt-2d", without));
  }
}

TEST(Bracketing, of_trees_is_one_for_all_blocks_on_any_number_of_ranks) {
  for (int ranks = 1; ranks <= 40; ++ranks)
    for (const std::string_view name : {"sbt", "bsbt", "sbt-2d", "bsbt-2d"})
      EXPECT_EQ(bracketing(name, {.ranks = ranks}), (Bracketing{true, true}))
          << name << " on " << ranks;
}

TEST(Bracketing, of_balanced_trees_is_that_of_the_aligned_tree_on_even_numbers_of_ranks) {
  for (int ranks = 2; ranks <= 40; ranks += 2)
    EXPECT_EQ(proof_of("bsbt", {.ranks = ranks}).bracketing[0],
              proof_of("sbt", {.ranks = ranks}).bracketing[0])
        << ranks;
}

TEST(Bracketing, of_buckets_differs_between_blocks) {
  EXPECT_EQ(bracketing("bucket", {.ranks = 5}), (Bracketing{false, false}));
  EXPECT_EQ(bracketing("bucket-2d", {.ranks = 12}), (Bracketing{false, false}));
}

// Cutting messages that are no longer than a segment would only add rounds.
TEST(Bucket2d, sends_what_is_no_longer_than_a_segment_whole) {
  for (const auto& [rows, columns] : {std::pair{10, 10}, {3, 10}, {6, 4}})
    for (const int rank : {0, 7}) {
      Task task = grid_task(rows, columns);
      task.rank = rank;
      const schedule::Schedule whole = schedule::flatten(find_kernel("bucket-2d")->generate(task));
      // With four to seven segments, each segment is at least as long as the messages of a row.
      const schedule::Schedule cut = program::segmented(whole, {.log2_segments = 2});
      EXPECT_EQ(cut.rounds.size(), whole.rounds.size()) << rows << " rows, rank " << rank;
    }
}

}  // namespace
}  // namespace allfold::algorithms
