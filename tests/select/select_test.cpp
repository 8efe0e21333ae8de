#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "algorithms/composition.hpp"
#include "algorithms/grid.hpp"
#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "select/choose.hpp"
#include "select/chosen.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

using ::testing::EndsWith;

/// All numbers up to 32, and some up to 200. For more than 64 ranks programs are not run.
std::vector<int> numbers_of_ranks() {
  std::vector<int> all(32);
  std::iota(all.begin(), all.end(), 1);
  all.insert(all.end(), {63, 64, 65, 100, 127, 128, 129, 150, 192, 200});
  return all;
}

TEST(Choice, leaves_no_gap) {
  CandidateCache candidates;  // each number of ranks is tested only once
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const int ranks : numbers_of_ranks())
      for (const std::int64_t bytes : {0L, 8L, 2048L, 2049L, 100'000L, 1L << 40})
        for (const schedule::OperandOrder order :
             {schedule::OperandOrder::any, schedule::OperandOrder::rank_order}) {
          const Problem problem{
              .collective = collective, .ranks = ranks, .bytes = bytes, .order = order};
          const Choice choice =
              choose(problem, {}, knowledge_of({}, Network::high_speed), candidates);
          ASSERT_NE(choice.kernel, nullptr) << ranks << " ranks, " << bytes << " bytes";
          EXPECT_TRUE(choice.kernel->serves(collective));
          EXPECT_TRUE(order == schedule::OperandOrder::any || choice.kernel->order == order);
          EXPECT_FALSE(choice.kernel->is_only_by_name(problem.collective)) << choice.kernel->name;
        }
}

// The formulas agree with the programs; if they are bounds, the programs are run.
TEST(Choice, costs_no_more_than_any_kernel_that_competes) {
  const cost::CostModel model = default_model(Network::high_speed);
  constexpr double margin = 0.021;  // deviation of the formulas
  ProgramTimes times;
  CandidateCache candidates;
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const int ranks : {3, 5, 12, 17, 34, ProgramTimes::most_ranks})
      for (std::int64_t bytes = 8; bytes < 1L << 28; bytes *= 4) {
        const algorithms::Task task{.collective = collective, .ranks = ranks};
        const auto time = [&](const algorithms::Kernel& kernel,
                              const algorithms::Parameters& parameters) {
          algorithms::Task own = task;
          own.parameters = parameters;
          const algorithms::Claim claim = kernel.claim(own);
          const auto length = static_cast<double>(bytes);
          return claim.sum == algorithms::Claim::Sum::exact
                     ? algorithms::seconds(claim, algorithms::model_for(claim, model, length),
                                           length)
                     : times.seconds(kernel, own, claim, model, length);
        };
        const Problem problem{.collective = collective, .ranks = ranks, .bytes = bytes};
        const Choice choice =
            choose(problem, {}, knowledge_of({}, Network::high_speed), candidates);
        for (const algorithms::Kernel& kernel : algorithms::kernels()) {
          if (!competes(kernel, problem)) continue;
          for (const algorithms::Parameters& parameters :
               algorithms::all_parameters(kernel, task)) {
            if (!is_long_enough(kernel, parameters, problem, schedule::Pace::in_step)) continue;
            algorithms::Task own = task;
            own.parameters = parameters;
            if (bytes > kernel.most_bytes(own)) continue;
            EXPECT_LE(time(*choice.kernel, choice.parameters),
                      time(kernel, parameters) * (1 + margin))
                << kernel.name << algorithms::text_of(kernel, parameters) << " on " << ranks;
          }
        }
      }
}

// A row that is not a candidate has a reason.
TEST(Choice, looks_at_all_rows_that_give_no_reason) {
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    for (const schedule::Collective collective : schedule::all_collectives) {
      const Problem problem{.collective = collective, .ranks = 13, .bytes = 8};
      EXPECT_EQ(competes(kernel, problem), kernel.serves(collective) &&
                                               kernel.carrier == algorithms::Carrier::messages &&
                                               !kernel.is_only_by_name(collective))
          << kernel.name;
    }
}

TEST(Choice, follows_the_user) {
  const Problem problem{.ranks = 8, .bytes = 8};
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "ring"))), "ring");
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "butterfly:halvings=1"))),
            "butterfly:halvings=1");
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "composed:steps=2h-4"))),
            "composed:steps=2h-4");
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "native"))), "native");
}

TEST(Choice, takes_shared_memory_where_all_ranks_have_it) {
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const schedule::OperandOrder order :
         {schedule::OperandOrder::any, schedule::OperandOrder::rank_order})
      for (const std::string_view reproducible : {"0", "1"}) {
        const Problem problem{.collective = collective,
                              .ranks = 6,
                              .bytes = 800,
                              .order = order,
                              .carrier = algorithms::Carrier::shared_memory};
        const Configuration configuration = with("ALLFOLD_REPRODUCIBLE", reproducible);
        EXPECT_EQ(text_of(chosen(problem, configuration)), "node");
      }
  const Problem problem{.ranks = 6, .carrier = algorithms::Carrier::shared_memory};
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_ALLREDUCE", "ring"))), "ring");
  EXPECT_EQ(text_of(chosen({.ranks = 6}, with("ALLFOLD_ALLREDUCE", "node"))), "node")
      << "by messages";
}

TEST(Choice, fills_in_what_the_user_leaves_open) {
  const Configuration configuration = with("ALLFOLD_ALLREDUCE", "butterfly");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 8}, configuration)), "butterfly:halvings=0");
  EXPECT_EQ(text_of(chosen({.ranks = 8, .bytes = 1 << 24}, configuration)), "butterfly:halvings=3");
}

/// The user's kernel, completed for 36 ranks.
std::string on_36(std::string_view kernel, int grid_rows, std::int64_t bytes = 8) {
  return text_of(chosen({.ranks = 36, .bytes = bytes, .grid_rows = grid_rows},
                        with("ALLFOLD_ALLREDUCE", kernel)));
}

TEST(Grid, is_the_communicators_own) {
  for (const std::string kernel : {"sbt-2d", "bsbt-2d", "bucket-2d"}) {
    EXPECT_EQ(on_36(kernel, 12), kernel + ":rows=12");
    EXPECT_EQ(on_36(kernel, 4, 1 << 24), kernel + ":rows=4");
  }
}

TEST(Grid, is_the_most_square_one_where_the_communicator_has_none) {
  for (const std::string kernel : {"sbt-2d", "bsbt-2d", "bucket-2d"})
    for (const int grid_rows : {0, 1, 36, 7})
      EXPECT_EQ(on_36(kernel, grid_rows), kernel + ":rows=6") << grid_rows << " are no grid";
  for (int ranks = 1; ranks <= 300; ++ranks)
    EXPECT_EQ(chosen({.ranks = ranks}, with("ALLFOLD_ALLREDUCE", "bucket-2d")).parameters.rows,
              algorithms::default_sides(ranks).rows);
}

TEST(Grid, is_the_users_before_all) {
  EXPECT_EQ(on_36("bsbt-2d:rows=3", 12), "bsbt-2d:rows=3");
  EXPECT_EQ(on_36("mesh-adaptive:rows=4,strip=2", 12), "mesh-adaptive:rows=4,strip=2");
}

TEST(Grid, is_another_where_the_users_strip_needs_it) {
  const algorithms::Parameters parameters =
      chosen({.ranks = 36, .grid_rows = 9}, with("ALLFOLD_ALLREDUCE", "mesh-adaptive:strip=6"))
          .parameters;
  EXPECT_EQ(parameters.strip, 6);
  EXPECT_EQ(parameters.rows, 6);
  EXPECT_EQ(on_36("mesh-adaptive:strip=5", 12), "mesh-adaptive:rows=12,strip=5") << "in no grid";
}

TEST(Strip, is_the_cheapest_on_the_grid) {
  EXPECT_EQ(on_36("mesh-adaptive", 12, 8), "mesh-adaptive:rows=12,strip=1");
  EXPECT_EQ(on_36("mesh-adaptive", 12, 1 << 26), "mesh-adaptive:rows=12,strip=3");
  EXPECT_EQ(on_36("mesh-adaptive", 0, 1 << 26), "mesh-adaptive:rows=6,strip=6");
}

TEST(Choice, keeps_rank_order_even_against_the_user) {
  const Choice choice =
      chosen({.ranks = 5, .bytes = 1 << 20, .order = schedule::OperandOrder::rank_order},
             with("ALLFOLD_ALLREDUCE", "ring"));
  ASSERT_NE(choice.kernel, nullptr);
  EXPECT_EQ(choice.kernel->order, schedule::OperandOrder::rank_order);
}

TEST(Choice, says_so_where_what_the_user_names_does_not_suit) {
  const Problem ordered{.ranks = 5, .bytes = 64, .order = schedule::OperandOrder::rank_order};
  EXPECT_THAT(chosen(ordered, with("ALLFOLD_ALLREDUCE", "ring")).reason,
              EndsWith("composition; ALLFOLD_ALLREDUCE is skipped: ring does not keep rank order"));
  const Problem of_the_user{.ranks = 13, .bytes = 64, .operation = Operations::of_the_user};
  EXPECT_THAT(chosen(of_the_user, with("ALLFOLD_ALLREDUCE", "bruck")).reason,
              EndsWith("; ALLFOLD_ALLREDUCE is skipped: bruck gathers the vectors of all ranks, "
                       "which Allfold does for predefined operations only"));
  Problem reduce = ordered;
  reduce.collective = schedule::Collective::reduce;
  EXPECT_THAT(chosen(reduce, with("ALLFOLD_REDUCE", "mesh-adaptive:rows=5,strip=5")).reason,
              EndsWith("; ALLFOLD_REDUCE is skipped: mesh-adaptive:rows=5,strip=5 does not keep "
                       "rank order"));
}

// Elements of user-defined types may overlap in memory: vectors of them cannot be stored one after
// the other.
TEST(Choice, takes_no_rows_for_operations_of_the_user) {
  const Problem users{.ranks = 13, .bytes = 8, .operation = Operations::of_the_user};
  EXPECT_EQ(text_of(chosen(users, with("ALLFOLD_MODEL", "gap=1us"))), "composed:steps=13e0");
  EXPECT_EQ(text_of(chosen(users)), "direct") << "it keeps them apart";
  EXPECT_EQ(text_of(chosen(users, with("ALLFOLD_ALLREDUCE", "bruck"))), "direct");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 8}, with("ALLFOLD_ALLREDUCE", "bruck"))),
            "bruck");
}

TEST(Choice, follows_the_model) {
  const Problem problem{.ranks = 16, .bytes = 4096};
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_MODEL", "alpha=1ms,gap=1ms"))),
            "composed:steps=2-2-2-2");
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_MODEL", "alpha=1ms"))), "direct");
  // A ring reduces while messages arrive, but in any order.
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_MODEL", "alpha=0s"))), "ring");
  Problem ordered = problem;
  ordered.order = schedule::OperandOrder::rank_order;
  EXPECT_EQ(text_of(chosen(ordered, with("ALLFOLD_MODEL", "alpha=0s"))),
            "composed:steps=2h-2h-2h-2h");
}

// Messages inside nodes have a cost of their own.
TEST(Choice, takes_as_many_lanes_as_cost_nothing_inside_nodes) {
  const Problem problem{.ranks = 16,
                        .bytes = 512,
                        .carrier = algorithms::Carrier::both,
                        .nodes = algorithms::Nodes::in_succession(16, 4)};
  const Choice choice = chosen(problem, with("ALLFOLD_MODEL", "alpha-inside=0s"));
  EXPECT_EQ(choice.kernel->name, "lanes");
  EXPECT_EQ(choice.parameters.lanes, 4);
  Configuration forced = with("ALLFOLD_MODEL", "alpha-inside=0s");
  EXPECT_EQ(set_variable(forced, "ALLFOLD_ALLREDUCE", "lanes"), "");
  EXPECT_EQ(chosen(problem, forced).parameters.lanes, 4);
}

// One lane for short vectors; then many, which cut longer ones, rather than messages inside nodes.
TEST(Choice, takes_one_lane_or_many_of_large_nodes) {
  const Configuration machine =
      with("ALLFOLD_MODEL", "alpha=1us,beta=80ps,gap=0.4us,gamma=20ps,beta-adapter=80ps");
  const auto lanes_for = [&](std::int64_t bytes) {
    const Choice choice = chosen({.ranks = 64,
                                  .bytes = bytes,
                                  .carrier = algorithms::Carrier::both,
                                  .nodes = algorithms::Nodes::in_succession(64, 16)},
                                 machine);
    return choice.kernel->name == "lanes" ? choice.parameters.lanes : 0;
  };
  EXPECT_EQ(lanes_for(8), 1);
  EXPECT_EQ(lanes_for(512), 1);
  EXPECT_EQ(lanes_for(8192), 16);
  EXPECT_EQ(lanes_for(65536), 16);
}

// Lanes have to be long enough for the segments of a chain: most MPI libraries send shorter ones at
// once, so that they share a link.
TEST(Choice, takes_no_short_segments_of_lanes) {
  const Choice choice = chosen({.collective = schedule::Collective::reduce,
                                .ranks = 64,
                                .bytes = 512 << 10,
                                .carrier = algorithms::Carrier::both,
                                .nodes = algorithms::Nodes::in_succession(64, 16)},
                               with("ALLFOLD_MODEL",
                                    "alpha=1us,beta=80ps,gap=0.4us,gamma=20ps,"
                                    "beta-adapter=80ps"));
  EXPECT_EQ(text_of(choice).find("c16"), std::string::npos) << text_of(choice);
}

// Rounds of several messages for short vectors, as messages of a round follow each other.
TEST(Choice, takes_few_rounds_for_short_vectors) {
  EXPECT_EQ(text_of(chosen({.ranks = 12, .bytes = 8})), "composed:steps=4k4-3k3");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 8})), "composed:steps=13k4");
  EXPECT_EQ(text_of(chosen({.ranks = 5, .bytes = 8})), "direct");
  EXPECT_EQ(text_of(chosen({.ranks = 64, .bytes = 8})), "composed:steps=4k4-4k4-4k4");
  EXPECT_EQ(text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 64, .bytes = 8})),
            "composed:steps=64t6");
}

TEST(Choice, takes_one_message_a_round_where_ranks_share_the_link_of_their_node) {
  for (const schedule::Collective collective : schedule::all_collectives) {
    const Choice choice = chosen({.collective = collective,
                                  .ranks = 64,
                                  .bytes = 8,
                                  .nodes = algorithms::Nodes::in_succession(64, 8)});
    EXPECT_EQ(text_of(choice), collective == schedule::Collective::reduce
                                   ? "binary-tree"
                                   : "composed:steps=2-2-2-2-2-2");
  }
}

// Long shares, and shares of long vectors, are exchanged at once only if that saves more than a
// little: butterflies reduce segments while others arrive.
TEST(Choice, exchanges_shares_at_once_up_to_their_longest) {
  const auto steps = [](int ranks, std::int64_t bytes) {
    return text_of(
        chosen({.ranks = ranks, .bytes = bytes, .order = schedule::OperandOrder::rank_order}));
  };
  constexpr std::int64_t most = 1 << 20;
  EXPECT_EQ(steps(64, most), "composed:steps=8h8-8h8");
  EXPECT_EQ(steps(64, 4 * most), "composed:steps=2h-2h-2h-2h-2h-2");
  EXPECT_EQ(text_of(chosen({.ranks = 64, .bytes = 4 * most},
                           with("ALLFOLD_MODEL", "alpha=10us,beta=80ps,gap=0.4us"))),
            "composed:steps=8h8-8h8")
      << "where latencies count";
  const algorithms::Kernel& composed = *algorithms::find_kernel("composed");
  const auto longest = [&](const char* written) {
    const algorithms::Composition composition = algorithms::parse_composition(written).value();
    return composed.most_bytes({.ranks = static_cast<int>(algorithms::ranks_of(composition)),
                                .parameters = {.composition = composition}});
  };
  EXPECT_EQ(longest("4h4-4h4-4h4"), 4 * (128 << 10)) << "shares of 128 KiB";
  EXPECT_EQ(longest("9h9-7h7"), most);
  EXPECT_EQ(longest("2h-2h-5h5"), most);
  EXPECT_EQ(longest("2h-2h-5h"), INT64_MAX);
  EXPECT_EQ(steps(3, 4 << 20), "composed:steps=3h");
}

// As in the papers: rings for a few ranks, elimination for more, one factor after the other.
TEST(Choice, composes_as_the_papers_do) {
  const Configuration without_gap = with("ALLFOLD_MODEL", "gap=1us");
  EXPECT_EQ(text_of(chosen({.ranks = 12, .bytes = 8}, without_gap)), "composed:steps=2-2-3k3");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 8}, without_gap)), "composed:steps=13");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 4096}, without_gap)), "composed:steps=13e0");
  EXPECT_EQ(text_of(chosen(
                {.ranks = 13, .bytes = 1L << 30, .order = schedule::OperandOrder::rank_order})),
            "composed:steps=13h");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 1L << 30})), "ring") << "in any order";
  EXPECT_EQ(text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 13, .bytes = 8},
                           without_gap)),
            "binary-tree")
      << "13t costs as much";
}

// Not with the tree F, in which they reach the root together with others.
TEST(Choice, takes_in_last_what_is_left_over_where_trees_cost_the_same) {
  const auto reduced_by = [](std::int64_t bytes, const Configuration& configuration) {
    return text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 13, .bytes = bytes},
                          configuration));
  };
  EXPECT_EQ(reduced_by(8192, {}), "binary-tree");
  EXPECT_EQ(reduced_by(512, {}), "composed:steps=13t5") << "which is cheaper";
  EXPECT_EQ(reduced_by(8192, with("ALLFOLD_REPRODUCIBLE", "1")), "composed:steps=13t");
}

TEST(Choice, has_one_bracketing_where_results_are_to_be_reproducible) {
  const Configuration configuration = with("ALLFOLD_REPRODUCIBLE", "1");
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const int ranks : {2, 3, 9, 12, 15, 36, 45, 105, 225, 1000})
      for (std::int64_t bytes = 8; bytes < 1L << 32; bytes *= 8) {
        const Choice choice =
            chosen({.collective = collective, .ranks = ranks, .bytes = bytes}, configuration);
        EXPECT_EQ(choice.kernel->bracketing(
                      {.collective = collective, .ranks = ranks, .parameters = choice.parameters}),
                  algorithms::Bracketing::class_f)
            << text_of(choice);
      }
}

}  // namespace
}  // namespace allfold::select
