#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/grid.hpp"
#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "select/choose.hpp"

namespace allfold::select {
namespace {

Choice chosen(const Problem& problem, const Configuration& configuration = {}) {
  CandidateCache candidates;
  return choose(problem, configuration, knowledge_of(configuration, Network::high_speed),
                candidates);
}

Configuration with(std::string_view name, std::string_view value) {
  Configuration configuration;
  EXPECT_EQ(set_variable(configuration, name, value), "");
  return configuration;
}

TEST(Choice, leaves_no_gap) {
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
    for (int ranks = 1; ranks <= 200; ++ranks)
      for (const std::int64_t bytes : {0L, 8L, 2048L, 2049L, 100'000L, 1L << 40})
        for (const schedule::OperandOrder order :
             {schedule::OperandOrder::any, schedule::OperandOrder::rank_order}) {
          const Choice choice =
              chosen({.collective = collective, .ranks = ranks, .bytes = bytes, .order = order});
          ASSERT_NE(choice.kernel, nullptr) << ranks << " ranks, " << bytes << " bytes";
          EXPECT_TRUE(choice.kernel->serves(collective));
          EXPECT_TRUE(order == schedule::OperandOrder::any || choice.kernel->order == order);
          // Nothing costs less than a composition, but for some a Reduce, or for few ranks.
          if (collective == schedule::Collective::allreduce && choice.kernel->name != "direct") {
            EXPECT_EQ(algorithms::ranks_of(choice.parameters.composition), ranks);
          }
        }
}

std::string chosen_on(Network network, const Problem& problem) {
  CandidateCache candidates;
  return text_of(choose(problem, {}, knowledge_of({}, network), candidates));
}

// One latency instead of lg p, as long as sending to all takes less than what that saves.
TEST(Choice, sends_short_vectors_of_few_ranks_to_all_at_once) {
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
    for (const int ranks : {3, 4, 7, 13}) {
      const Problem problem{.collective = collective, .ranks = ranks, .bytes = 8};
      EXPECT_EQ(chosen_on(Network::tcp, problem), "direct") << ranks << " ranks";
      Problem other = problem;
      other.bytes = 1 << 20;
      EXPECT_NE(chosen_on(Network::tcp, other), "direct") << "long vectors";
      other = problem;
      other.ranks = 64;
      EXPECT_NE(chosen_on(Network::tcp, other), "direct") << "many ranks";
      EXPECT_NE(chosen_on(Network::local, problem), "direct") << "a message is all work";
    }
  EXPECT_NE(chosen_on(Network::tcp, {.ranks = 2, .bytes = 8}), "direct") << "nothing to save";
  EXPECT_EQ(chosen_on(Network::high_speed, {.ranks = 4, .bytes = 8}), "direct");
}

TEST(Choice, does_not_where_ranks_share_the_link_of_their_machine) {
  for (const algorithms::Carrier carrier :
       {algorithms::Carrier::messages, algorithms::Carrier::both})
    for (const int ranks : {4, 6, 8}) {
      const Problem problem{.ranks = ranks,
                            .bytes = 8,
                            .carrier = carrier,
                            .nodes = algorithms::Nodes::in_succession(ranks, 2)};
      EXPECT_NE(chosen_on(Network::tcp, problem), "direct") << ranks << " ranks";
    }
}

TEST(Choice, costs_no_more_than_any_single_kernel_of_the_papers) {
  const cost::CostModel model = default_model(Network::high_speed);
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
    for (const int ranks : {3, 5, 12, 17, 34, 100})
      for (std::int64_t bytes = 8; bytes < 1L << 28; bytes *= 4) {
        const algorithms::Task task{.collective = collective, .ranks = ranks};
        const auto time = [&](const algorithms::Kernel& kernel,
                              const algorithms::Parameters& parameters) {
          algorithms::Task own = task;
          own.parameters = parameters;
          return algorithms::seconds(kernel.claim(own), model, static_cast<double>(bytes));
        };
        const Choice choice = chosen({.collective = collective, .ranks = ranks, .bytes = bytes});
        for (const algorithms::Kernel& kernel : algorithms::kernels()) {
          if (!kernel.serves(collective) || kernel.origin != algorithms::Origin::papers) continue;
          for (const algorithms::Parameters& parameters : algorithms::all_parameters(kernel, task))
            EXPECT_LE(time(*choice.kernel, choice.parameters),
                      time(kernel, parameters) * (1 + 1e-9))
                << kernel.name << algorithms::text_of(kernel, parameters) << " on " << ranks;
        }
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
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
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

/// What the user's kernel becomes on 36 ranks.
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

// Elements of the user's types may reach into each other: vectors of them cannot lie in a row.
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
  EXPECT_EQ(text_of(chosen(problem, with("ALLFOLD_MODEL", "alpha=0s"))),
            "composed:steps=2h-2h-2h-2h");
}

// What goes on inside machines has its own price.
TEST(Choice, takes_as_many_lanes_as_cost_nothing_inside_machines) {
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

// The papers' lines: rings for a few ranks, elimination for more, one factor after the other.
TEST(Choice, composes_as_the_papers_do) {
  EXPECT_EQ(text_of(chosen({.ranks = 12, .bytes = 8})), "composed:steps=2-2-3");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 8})), "composed:steps=13");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 4096})), "composed:steps=13e0");
  EXPECT_EQ(text_of(chosen({.ranks = 13, .bytes = 1L << 30})), "composed:steps=13h");
  EXPECT_EQ(text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 13, .bytes = 8})),
            "composed:steps=13t");
}

TEST(Choice, has_one_bracketing_where_results_are_to_be_reproducible) {
  const Configuration configuration = with("ALLFOLD_REPRODUCIBLE", "1");
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
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

TEST(Model, is_read_and_written) {
  cost::ModelParts parts = {};
  EXPECT_EQ(cost::text_of(parts), "auto");
  EXPECT_EQ(cost::set_model(parts, "alpha=2us,beta=0.1ns,gamma=5e-2ns"), "");
  EXPECT_DOUBLE_EQ(*parts[0], 2e-6);
  EXPECT_DOUBLE_EQ(*parts[2], 5e-11);
  EXPECT_EQ(cost::text_of(parts), "alpha=2us,beta=100ps,gamma=50ps");
  cost::ModelParts gap = {};
  EXPECT_EQ(cost::set_model(gap, "gap=0.5us"), "");
  EXPECT_EQ(cost::text_of(gap), "gap=500ns");
  EXPECT_EQ(cost::with_parts({}, gap).link.gap, 5e-7);
  EXPECT_THAT(cost::set_model(gap, "gaps=1us"), testing::HasSubstr("gamma, gap, alpha-inside or"));
  for (const char* mistake : {"", "alpha", "alpha=", "alpha=2", "alpha=us", "alpha=-1us",
                              "alpha=nans", "delta=1us", "alpha=1us,", "alpha=1us;beta=1ns"}) {
    EXPECT_NE(cost::set_model(parts, mistake), "") << mistake;
    EXPECT_EQ(cost::text_of(parts), "alpha=2us,beta=100ps,gamma=50ps") << "nothing is lost";
  }
  EXPECT_EQ(cost::set_model(parts, "auto"), "");
  EXPECT_EQ(cost::text_of(parts), "auto");
}

TEST(Model, is_the_users_then_the_rules_then_that_of_the_network) {
  const Configuration set = with("ALLFOLD_MODEL", "alpha=7us");
  EXPECT_EQ(cost::text_of(knowledge_of(set, Network::tcp).model),
            "alpha=7us,beta=1ns,gamma=10ps,gap=5us,alpha-inside=100ns,beta-inside=100ps");
  const auto rules = std::make_shared<const rules::Rules>(rules::Rules{
      .model = cost::CostModel{.link = {.alpha = 3e-6, .beta = 4e-9}, .gamma = 5e-12}});
  EXPECT_EQ(cost::text_of(knowledge_of(set, Network::tcp, rules).model),
            "alpha=7us,beta=4ns,gamma=5ps,alpha-inside=0ps,beta-inside=0ps")
      << "of what nobody has measured the gap is no part";
  EXPECT_EQ(knowledge_of({}, Network::tcp, rules).model.link.alpha, 3e-6);
  EXPECT_EQ(knowledge_of({}, Network::tcp).model.link.alpha, 30e-6);
  EXPECT_EQ(cost::text_of(knowledge_of({}, Network::local).model),
            "alpha=1us,beta=100ps,gamma=10ps,alpha-inside=100ns,beta-inside=100ps");
  EXPECT_EQ(cost::text_of(knowledge_of({}, Network::high_speed).model),
            "alpha=1us,beta=100ps,gamma=10ps,gap=300ns,alpha-inside=100ns,beta-inside=100ps");
}

TEST(Model, by_default_is_as_documented) {
  for (const Variable& variable : variables()) EXPECT_EQ(variable.get({}), variable.by_default);
}

TEST(Configuration, is_read_from_the_environment) {
  const char* environment[] = {"PATH=/bin", "ALLFOLD_REDUCE=ring-ordered", "ALLFOLD_STATS=1",
                               "ALLFOLD_VERBOSE=0", nullptr};
  const auto [configuration, errors, warnings] = read_environment(environment);
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(configuration.reduce.kernel.kernel, algorithms::find_kernel("ring-ordered"));
  EXPECT_EQ(configuration.statistics, 1);
  EXPECT_EQ(configuration.allreduce.kind, Wish::Kind::automatic);
}

TEST(Configuration, reports_every_mistake_by_name_with_what_would_be_right) {
  const char* environment[] = {"ALLFOLD_STATS=yes", "ALLFOLD_REDUCE=rign",
                               "ALLFOLD_ALLREDUCE=", nullptr};
  const std::vector<std::string> errors = read_environment(environment).errors;
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_NE(errors[0].find("ALLFOLD_STATS=yes"), std::string::npos) << errors[0];
  EXPECT_NE(errors[0].find("expected 0 or 1"), std::string::npos) << errors[0];
  EXPECT_NE(errors[1].find("'rign'"), std::string::npos) << errors[1];
  EXPECT_NE(errors[1].find("did you mean 'ring'?"), std::string::npos) << errors[1];
}

TEST(Configuration, warns_of_names_that_are_not_known) {
  const char* environment[] = {
      "ALLFOLD_ALREDUCE=ring", "ALLFOLD_=1",      "ALLFOLD_ROOT=/opt/allfold",
      "ALLFOLD_DIR=/opt",      "ALLFOLD_HOME=",   "ALLFOLD_VERSION=1",
      "ALLFOLDER=x",           "ALLFOLD_STATS=1", nullptr};
  const auto [configuration, errors, warnings] = read_environment(environment);
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0],
            "ALLFOLD_ALREDUCE: unknown variable (did you mean 'ALLFOLD_ALLREDUCE'?): it has no "
            "effect");
  EXPECT_TRUE(warnings[1].starts_with("ALLFOLD_: unknown variable")) << warnings[1];
  EXPECT_EQ(configuration.statistics, 1);
  EXPECT_EQ(configuration.allreduce.kind, Wish::Kind::automatic);
}

TEST(Configuration, by_the_program_is_of_known_names_only) {
  Configuration configuration;
  EXPECT_NE(set_variable(configuration, "ALLFOLD_ALREDUCE", "ring"), "");
  EXPECT_NE(set_variable(configuration, "ALLFOLD_ROOT", "/opt"), "");
}

TEST(Configuration, refuses_a_kernel_that_does_not_serve_the_collective) {
  Configuration configuration;
  EXPECT_NE(set_variable(configuration, "ALLFOLD_REDUCE", "recursive-doubling"), "");
  EXPECT_EQ(configuration.reduce.kind, Wish::Kind::automatic);
}

TEST(Configuration, has_a_fingerprint_of_every_variable_that_all_ranks_share) {
  const std::uint64_t by_default = fingerprint({});
  for (const auto& [name, value] :
       {std::pair{"ALLFOLD_ALLREDUCE", "native"}, std::pair{"ALLFOLD_REDUCE", "ring"},
        std::pair{"ALLFOLD_STATS", "1"}, std::pair{"ALLFOLD_VERBOSE", "1"},
        std::pair{"ALLFOLD_MODEL", "alpha=3us"}, std::pair{"ALLFOLD_REPRODUCIBLE", "1"}}) {
    Configuration configuration;
    ASSERT_EQ(set_variable(configuration, name, value), "");
    EXPECT_NE(fingerprint(configuration), by_default) << name;
  }
  EXPECT_EQ(fingerprint(with("ALLFOLD_RULES", "rules.json")), by_default) << "rank 0's holds";
}

}  // namespace
}  // namespace allfold::select
