/// The user's settings, and the model that follows from them.
#include "select/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "algorithms/registry.hpp"
#include "select/knowledge.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

TEST(Model, is_read_and_written) {
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::text_of(parameters), "auto");
  EXPECT_EQ(cost::set_model(parameters, "alpha=2us,beta=0.1ns,gamma=5e-2ns"), "");
  EXPECT_DOUBLE_EQ(*parameters[0], 2e-6);
  EXPECT_DOUBLE_EQ(*parameters[2], 5e-11);
  EXPECT_EQ(cost::text_of(parameters), "alpha=2us,beta=100ps,gamma=50ps");
  cost::ModelParameters gap = {};
  EXPECT_EQ(cost::set_model(gap, "gap=0.5us"), "");
  EXPECT_EQ(cost::text_of(gap), "gap=500ns");
  EXPECT_EQ(cost::with_parameters({}, gap).link.gap, 5e-7);
  EXPECT_THAT(cost::set_model(gap, "gaps=1us"),
              testing::HasSubstr("beta-inside, switch, beta-switch-far, beta-switch-pair, group, "
                                 "beta-far, beta-pair, chassis, torus-x, torus-y, torus-z, "
                                 "alpha-hop or beta-adapter;"));
  for (const char* mistake : {"", "alpha", "alpha=", "alpha=2", "alpha=us", "alpha=-1us",
                              "alpha=nans", "delta=1us", "alpha=1us,", "alpha=1us;beta=1ns"}) {
    EXPECT_NE(cost::set_model(parameters, mistake), "") << mistake;
    EXPECT_EQ(cost::text_of(parameters), "alpha=2us,beta=100ps,gamma=50ps") << "nothing is lost";
  }
  EXPECT_EQ(cost::set_model(parameters, "auto"), "");
  EXPECT_EQ(cost::text_of(parameters), "auto");
}

TEST(Model, knows_of_links_that_ranks_share) {
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::set_model(parameters, "group=16,beta-far=0.2ns,beta-adapter=80ps"), "");
  EXPECT_EQ(cost::text_of(parameters), "group=16,beta-far=200ps,beta-adapter=80ps");
  const cost::CostModel model = cost::with_parameters({}, parameters);
  EXPECT_TRUE(model.groups.are_known());
  EXPECT_EQ(model.groups.nodes, 16);
  EXPECT_DOUBLE_EQ(model.groups.beta_far, 2e-10);
  EXPECT_DOUBLE_EQ(model.beta_adapter, 8e-11);
  EXPECT_FALSE(cost::CostModel().has_shared_links());
  cost::ModelParameters pairs = {};
  EXPECT_EQ(cost::set_model(pairs, "group=32,beta-pair=1.28ns"), "");
  EXPECT_EQ(cost::text_of(pairs), "group=32,beta-pair=1.28ns");
  EXPECT_TRUE(cost::with_parameters({}, pairs).groups.are_known());
  EXPECT_DOUBLE_EQ(cost::with_parameters({}, pairs).groups.beta_pair, 1.28e-9);
  EXPECT_EQ(cost::with_parameters(model, pairs).groups.beta_far, cost::unknown)
      << "other groups have other links";
  EXPECT_DOUBLE_EQ(cost::with_parameters(model, pairs).beta_adapter, 8e-11);
  for (const char* mistake :
       {"group=16", "beta-far=1ns", "beta-pair=1ns", "group=1,beta-far=1ns", "group=0,beta-far=1ns",
        "group=-4,beta-far=1ns", "group=16.5,beta-far=1ns", "group=16ns,beta-far=1ns",
        "group=,beta-far=1ns", "group=1048577,beta-far=1ns", "group=99999999999,beta-far=1ns",
        "group=0x10,beta-far=1ns", "group= 4,beta-far=1ns", "groups=4,beta-far=1ns"}) {
    EXPECT_NE(cost::set_model(parameters, mistake), "") << mistake;
    EXPECT_EQ(cost::text_of(parameters), "group=16,beta-far=200ps,beta-adapter=80ps");
  }
  EXPECT_THAT(cost::set_model(parameters, "group=1,beta-far=1ns"),
              testing::HasSubstr("expected nodes, from 2 to 1048576, for example group=16"));
  EXPECT_THAT(cost::set_model(parameters, "group=16"),
              testing::HasSubstr("group with one or both of the others"));
  EXPECT_EQ(cost::set_model(parameters, "group=1048576,beta-far=1ns"), "");
  EXPECT_EQ(cost::text_of(parameters), "group=1048576,beta-far=1ns");
}

TEST(Model, knows_of_switches_in_groups) {
  const std::string text = "switch=4,beta-switch-pair=400ps,group=32,beta-far=200ps";
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::set_model(parameters, text), "");
  EXPECT_EQ(cost::text_of(parameters), text);
  const cost::CostModel model = cost::with_parameters({}, parameters);
  EXPECT_EQ(model.switches.nodes, 4);
  EXPECT_EQ(model.switches.beta_far, cost::unknown);
  EXPECT_DOUBLE_EQ(model.switches.beta_pair, 4e-10);
  EXPECT_EQ(model.groups.nodes, 32);
  cost::ModelParameters others = {};
  EXPECT_EQ(cost::set_model(others, "group=18,beta-far=1ns"), "");
  EXPECT_FALSE(cost::with_parameters(model, others).switches.are_known()) << "of other groups";
  EXPECT_EQ(cost::set_model(others, "switch=6,beta-switch-far=1ns"), "");
  EXPECT_FALSE(cost::with_parameters(model, others).groups.are_known()) << "of other switches";
  EXPECT_TRUE(cost::with_parameters({}, others).has_shared_links()) << "switches alone";
  EXPECT_THAT(cost::set_model(parameters, "switch=4,group=16,beta-far=1ns"),
              testing::HasSubstr("switch, beta-switch-far and beta-switch-pair: expected switch "
                                 "with one or both of the others, or none"));
  EXPECT_NE(cost::set_model(parameters, "beta-switch-far=1ns"), "");
  EXPECT_THAT(
      cost::set_model(parameters, "switch=4,beta-switch-far=1ns,group=18,beta-far=1ns"),
      testing::HasSubstr("group: 18 nodes: expected a multiple of the 4 nodes of a switch"));
  EXPECT_EQ(cost::text_of(parameters), text) << "nothing is lost";
}

TEST(Model, knows_of_chassis_and_of_ways) {
  const std::string text =
      "switch=4,beta-switch-pair=400ps,group=32,beta-pair=200ps,chassis=16,alpha-hop=300ns";
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::set_model(parameters, text), "");
  EXPECT_EQ(cost::text_of(parameters), text);
  const cost::CostModel model = cost::with_parameters({}, parameters);
  EXPECT_EQ(model.chassis, 16);
  EXPECT_DOUBLE_EQ(model.alpha_hop, 3e-7);
  EXPECT_TRUE(model.knows_routes());
  cost::ModelParameters others = {};
  EXPECT_EQ(cost::set_model(others, "group=16,beta-far=1ns"), "");
  EXPECT_FALSE(cost::with_parameters(model, others).knows_routes()) << "of another network";
  for (const auto& [mistake, what] :
       {std::pair{"chassis=16", "chassis: expected switch with beta-switch-pair"},
        {"switch=4,beta-switch-far=1ns,chassis=16", "chassis: expected switch with"},
        {"switch=4,beta-switch-pair=1ns,chassis=18",
         "chassis: 18 nodes: expected a multiple of the 4 nodes of a switch; change one of them"},
        {"switch=4,beta-switch-pair=1ns,chassis=16,group=24,beta-pair=1ns",
         "group: 24 nodes: expected a multiple of the 16 nodes of a chassis"},
        {"alpha-hop=1us",
         "alpha-hop: has no effect without switch, group or torus-x: expected one of them"}}) {
    EXPECT_THAT(cost::set_model(parameters, mistake), testing::HasSubstr(what));
    EXPECT_EQ(cost::text_of(parameters), text) << "nothing is lost";
  }
}

TEST(Model, knows_of_tori) {
  const std::string text = "torus-x=12,torus-y=8,torus-z=4,alpha-hop=100ns";
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::set_model(parameters, text), "");
  EXPECT_EQ(cost::text_of(parameters), text);
  const cost::CostModel model = cost::with_parameters({}, parameters);
  EXPECT_EQ(model.torus, (cost::Torus{.x = 12, .y = 8, .z = 4}));
  EXPECT_TRUE(model.has_shared_links());
  EXPECT_EQ(cost::set_model(parameters, "torus-x=12"), "") << "a ring";
  for (const auto& [mistake, what] :
       {std::pair{"torus-y=4", "torus-x, torus-y and torus-z: expected torus-x, that and torus-y"},
        {"torus-x=4,torus-z=4", "torus-x, torus-y and torus-z: expected torus-x, that"},
        {"torus-x=4,group=4,beta-far=1ns", "torus-x: expected no switch and no group beside it"},
        {"torus-x=1", "invalid number '1': expected nodes, from 2 to 1048576"}})
    EXPECT_THAT(cost::set_model(parameters, mistake), testing::HasSubstr(what));
}

// Ranks compare the text, and send it to each other.
TEST(Model, is_the_same_when_it_has_been_written) {
  cost::ModelParameters parameters = {};
  EXPECT_EQ(cost::set_model(parameters, "alpha=999999991.05ns"), "");
  EXPECT_EQ(cost::text_of(parameters), "alpha=1s");
  for (const char* digits : {"1", "9.999994", "9.999996", "999.9996", "999999991.05", "1.00000001",
                             "123456.7", "0.00099999951", "1e-30", "1e30"})
    for (const char* unit : {"s", "ms", "us", "ns", "ps"}) {
      ASSERT_EQ(cost::set_model(parameters, std::string("alpha=") + digits + unit), "");
      const std::string text = cost::text_of(parameters);
      cost::ModelParameters again = {};
      EXPECT_EQ(cost::set_model(again, text), "");
      EXPECT_EQ(again[0], parameters[0]) << text;
      EXPECT_EQ(cost::text_of(again), text);
    }
}

TEST(Model, is_the_users_then_the_rules_then_that_of_the_network) {
  const Configuration set = with("ALLFOLD_MODEL", "alpha=7us");
  EXPECT_EQ(cost::text_of(knowledge_of(set, Network::tcp).model),
            "alpha=7us,beta=1ns,gamma=10ps,gap=8us,alpha-inside=100ns,beta-inside=100ps");
  const auto rules = std::make_shared<const rules::Rules>(rules::Rules{
      .model = cost::CostModel{.link = {.alpha = 3e-6, .beta = 4e-9}, .gamma = 5e-12}});
  EXPECT_EQ(cost::text_of(knowledge_of(set, Network::tcp, rules).model),
            "alpha=7us,beta=4ns,gamma=5ps,alpha-inside=0ps,beta-inside=0ps")
      << "of what nobody has measured the gap is no part";
  EXPECT_EQ(knowledge_of({}, Network::tcp, rules).model.link.alpha, 3e-6);
  const auto latency_of = [&](Network network) {
    return knowledge_of({}, network, rules).model.link.latency;
  };
  EXPECT_EQ(latency_of(Network::tcp), cost::Latency::of_processors) << "whoever measured the rest";
  EXPECT_EQ(latency_of(Network::high_speed), cost::Latency::of_network);
  EXPECT_EQ(knowledge_of({}, Network::tcp).model.link.alpha, 30e-6);
  EXPECT_EQ(cost::text_of(knowledge_of({}, Network::local).model),
            "alpha=1us,beta=100ps,gamma=10ps,alpha-inside=100ns,beta-inside=100ps");
  EXPECT_EQ(cost::text_of(knowledge_of({}, Network::high_speed).model),
            "alpha=1us,beta=100ps,gamma=10ps,gap=300ns,alpha-inside=100ns,beta-inside=100ps");
}

TEST(Model, by_default_is_as_documented) {
  for (const Variable& variable : variables()) EXPECT_EQ(variable.get({}), variable.by_default);
}

TEST(Configuration, of_the_native_mode_replaces_nothing) {
  const auto environment =
      std::to_array<const char*>({"ALLFOLD_MODE=native", "ALLFOLD_ALLREDUCE=ring", nullptr});
  const auto [configuration, errors, warnings] = read_environment(environment.data());
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(configuration.wish(schedule::Collective::allreduce).kind, Wish::Kind::native);
  EXPECT_EQ(configuration.wish(schedule::Collective::reduce).kind, Wish::Kind::native);
  EXPECT_EQ(Configuration().wish(schedule::Collective::reduce).kind, Wish::Kind::automatic);
}

TEST(Configuration, of_comparisons_is_read) {
  const auto environment = std::to_array<const char*>(
      {"ALLFOLD_MODE=compare", "ALLFOLD_COMPARE_EVERY=10", "ALLFOLD_COMPARE_FILE=a file",
       "ALLFOLD_COMPARE_REPORT=a folder/", "ALLFOLD_ALLREDUCE=ring", nullptr});
  const auto [configuration, errors, warnings] = read_environment(environment.data());
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(configuration.mode, Mode::compare);
  EXPECT_EQ(configuration.compare_every, 10);
  EXPECT_EQ(configuration.compare_file, "a file");
  EXPECT_EQ(configuration.compare_report, "a folder/");
  EXPECT_EQ(configuration.wish(schedule::Collective::allreduce).kind, Wish::Kind::kernel);
}

TEST(Configuration, of_comparisons_must_make_sense) {
  using testing::HasSubstr;
  Configuration configuration;
  for (const char* value : {"", "0", "-1", "1x", " 1", "1.5", "2147483648"})
    EXPECT_THAT(set_variable(configuration, "ALLFOLD_COMPARE_EVERY", value),
                HasSubstr("expected a whole number from 1 to 2147483647"))
        << value;
  EXPECT_THAT(set_variable(configuration, "ALLFOLD_COMPARE_FILE", ""), HasSubstr("name of a file"));
  EXPECT_THAT(set_variable(configuration, "ALLFOLD_MODE", "both"),
              HasSubstr("expected auto, native or compare"));
  EXPECT_EQ(set_variable(configuration, "ALLFOLD_MODE", "compare"), "");
  EXPECT_THAT(set_variable(configuration, "ALLFOLD_TUNE", "online"), HasSubstr("unset one"));
  EXPECT_THAT(set_variable(configuration, "ALLFOLD_PROFILE", "file"), HasSubstr("unset one"));
  EXPECT_EQ(set_variable(configuration, "ALLFOLD_REPRODUCIBLE", "1"), "");
}

TEST(Configuration, is_read_from_the_environment) {
  const auto environment =
      std::to_array<const char*>({"PATH=/bin", "ALLFOLD_REDUCE=ring-ordered", "ALLFOLD_STATS=1",
                                  "ALLFOLD_VERBOSE=0", nullptr});
  const auto [configuration, errors, warnings] = read_environment(environment.data());
  EXPECT_TRUE(errors.empty());
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(configuration.wish(schedule::Collective::reduce).kernel.kernel,
            algorithms::find_kernel("ring-ordered"));
  EXPECT_EQ(configuration.statistics, 1);
  EXPECT_EQ(configuration.wish(schedule::Collective::allreduce).kind, Wish::Kind::automatic);
}

TEST(Configuration, reports_every_mistake_by_name_with_what_would_be_right) {
  const auto environment = std::to_array<const char*>(
      {"ALLFOLD_STATS=yes", "ALLFOLD_REDUCE=rign", "ALLFOLD_ALLREDUCE=", nullptr});
  const std::vector<std::string> errors = read_environment(environment.data()).errors;
  ASSERT_EQ(errors.size(), 3U);
  EXPECT_NE(errors[0].find("ALLFOLD_STATS=yes"), std::string::npos) << errors[0];
  EXPECT_NE(errors[0].find("expected 0 or 1"), std::string::npos) << errors[0];
  EXPECT_NE(errors[1].find("'rign'"), std::string::npos) << errors[1];
  EXPECT_NE(errors[1].find("did you mean 'ring'?"), std::string::npos) << errors[1];
}

TEST(Configuration, warns_of_names_that_are_not_known) {
  const auto environment = std::to_array<const char*>(
      {"ALLFOLD_ALREDUCE=ring", "ALLFOLD_=1", "ALLFOLD_ROOT=/opt/allfold", "ALLFOLD_DIR=/opt",
       "ALLFOLD_HOME=", "ALLFOLD_VERSION=1", "ALLFOLDER=x", "ALLFOLD_STATS=1", nullptr});
  const auto [configuration, errors, warnings] = read_environment(environment.data());
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0],
            "ALLFOLD_ALREDUCE: unknown variable: it has no effect (did you mean "
            "'ALLFOLD_ALLREDUCE'? 'allfold variables' lists all)");
  EXPECT_EQ(warnings[1], "ALLFOLD_: unknown variable: it has no effect; see 'allfold variables'");
  EXPECT_EQ(configuration.statistics, 1);
  EXPECT_EQ(configuration.wish(schedule::Collective::allreduce).kind, Wish::Kind::automatic);
}

TEST(Configuration, by_the_program_is_of_known_names_only) {
  Configuration configuration;
  EXPECT_NE(set_variable(configuration, "ALLFOLD_ALREDUCE", "ring"), "");
  EXPECT_NE(set_variable(configuration, "ALLFOLD_ROOT", "/opt"), "");
}

TEST(Configuration, refuses_a_kernel_that_does_not_serve_the_collective) {
  Configuration configuration;
  EXPECT_NE(set_variable(configuration, "ALLFOLD_REDUCE", "recursive-doubling"), "");
  EXPECT_EQ(configuration.wish(schedule::Collective::reduce).kind, Wish::Kind::automatic);
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
