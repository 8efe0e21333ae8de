/// The closed forms of Huang and McKinley (Parallel Computing 23, 1997) for sides that are not
/// powers of two, and their statements on strip lengths. For powers of two see mesh_test.
#include "algorithms/grid.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "papers.hpp"

namespace allfold::papers {
namespace {

std::string on_rows(std::string_view kernel, int rows) {
  return std::string(kernel) + ":rows=" + std::to_string(rows);
}

TEST(Bucket, costs_the_same_on_any_number_of_ranks) {
  for (const int p : numbers_of_ranks()) {
    const double k = p;
    const auto combine = [=](auto& t) {
      return (k - 1) * (t.alpha + m / k * t.beta + m / k * t.gamma);
    };
    expect_time(programs("bucket", {.ranks = p}), Sum::exact,
                [=](auto& t) { return combine(t) + (k - 1) * (t.alpha + m / k * t.beta); });
  }
}

TEST(Bucket, nests_on_grids_with_any_sides) {
  for (const auto& [rows, columns] :
       {algorithms::Sides{3, 4}, {3, 5}, {5, 3}, {4, 6}, {7, 9}, {6, 11}}) {
    const double sides = rows + columns;
    const double share = 1 - 1.0 / (rows * columns);
    expect_time(programs(on_rows("bucket-2d", rows), {.ranks = rows * columns}), Sum::exact,
                [=](auto& t) {
                  return 2 * (sides - 2) * t.alpha + share * (2 * m * t.beta + m * t.gamma);
                });
  }
}

// The paper assumes powers of two; on any line of even length the two trees still use disjoint
// ranks.
TEST(BalancedTrees, cost_half_a_vector_a_level_on_even_numbers_of_ranks) {
  for (int k = 2; k <= 40; k += 2) {
    const double lg = algorithms::ceil_log2(k);
    expect_time_both_ways(programs("bsbt", {.ranks = k}), Sum::at_most, [=](auto& t) {
      return 2 * lg * t.alpha + m * lg * t.beta + m * lg / 2 * t.gamma;
    });
  }
}

// "Adaptive": longer strips need more start-ups and move fewer bytes.
TEST(MeshAdaptive, trades_start_ups_for_bytes_by_the_length_of_strips) {
  for (const int side : {4, 8, 16}) {
    cost::Cost before{.rounds = 0, .volume = 1e9, .reductions = 1e9};
    for (const int strip : algorithms::strip_lengths({side, side})) {
      const algorithms::Task task{.ranks = side * side,
                                  .parameters = {.rows = side, .strip = strip}};
      const cost::Cost cost = cost::cost_of(algorithms::programs_of(
          *algorithms::find_kernel("mesh-adaptive"), task, program::Binding::separate));
      EXPECT_GT(cost.rounds, before.rounds) << side << ", S = " << strip;
      EXPECT_LT(cost.volume, before.volume) << side << ", S = " << strip;
      EXPECT_LT(cost.reductions, before.reductions) << side << ", S = " << strip;
      before = cost;
    }
    EXPECT_LT(before.volume, 3) << "with strips as long as the side, O(m)";
  }
}

}  // namespace
}  // namespace allfold::papers
