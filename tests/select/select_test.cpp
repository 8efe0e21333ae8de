#include <gtest/gtest.h>

#include "select/choose.hpp"

namespace allfold {
namespace {

TEST(DefaultRules, name_kernels_that_serve_their_collective) {
  for (const Rule& rule : default_rules()) {
    const Kernel* kernel = find_kernel(rule.kernel);
    ASSERT_NE(kernel, nullptr) << rule.kernel;
    EXPECT_TRUE(kernel->serves(rule.collective)) << rule.name;
  }
}

// Some rule must apply, also to operations that do not commute, on any number of ranks and bytes.
TEST(DefaultRules, leave_no_gap) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (int ranks = 1; ranks <= 200; ++ranks)
      for (const std::int64_t bytes : {0L, 8L, 2048L, 2049L, 100'000L, 1L << 40})
        for (const OperandOrder order : {OperandOrder::any, OperandOrder::rank_order}) {
          const Choice choice = choose(
              {.collective = collective, .ranks = ranks, .bytes = bytes, .order = order}, Wish{});
          ASSERT_NE(choice.kernel, nullptr) << ranks << " ranks, " << bytes << " bytes";
          EXPECT_TRUE(choice.kernel->serves(collective));
          EXPECT_TRUE(order == OperandOrder::any || choice.kernel->order == order);
        }
}

TEST(Choice, follows_the_user) {
  Configuration configuration;
  EXPECT_EQ(set_variable(configuration, "ALLFOLD_ALLREDUCE", "ring"), "");
  const Problem problem{.ranks = 8, .bytes = 8};
  EXPECT_EQ(text_of(choose(problem, configuration.allreduce)), "ring");
  EXPECT_EQ(set_variable(configuration, "ALLFOLD_ALLREDUCE", "elimination-overlapping:halvings=1"),
            "");
  EXPECT_EQ(text_of(choose(problem, configuration.allreduce)),
            "elimination-overlapping:halvings=1");
  EXPECT_EQ(set_variable(configuration, "ALLFOLD_ALLREDUCE", "native"), "");
  EXPECT_EQ(text_of(choose(problem, configuration.allreduce)), "native");
}

TEST(Choice, keeps_rank_order_even_against_the_user) {
  Configuration configuration;
  ASSERT_EQ(set_variable(configuration, "ALLFOLD_ALLREDUCE", "ring"), "");
  const Choice choice = choose({.ranks = 5, .bytes = 1 << 20, .order = OperandOrder::rank_order},
                               configuration.allreduce);
  ASSERT_NE(choice.kernel, nullptr);
  EXPECT_EQ(choice.kernel->order, OperandOrder::rank_order);
}

TEST(Configuration, is_read_from_the_environment) {
  const char* environment[] = {"PATH=/bin", "ALLFOLD_REDUCE=ring-ordered", "ALLFOLD_STATS=1",
                               "ALLFOLD_VERBOSE=0", nullptr};
  std::vector<std::string> errors;
  const Configuration configuration = read_environment(environment, errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(configuration.reduce.kernel.kernel, find_kernel("ring-ordered"));
  EXPECT_EQ(configuration.statistics, 1);
  EXPECT_EQ(configuration.allreduce.kind, Wish::Kind::automatic);
}

TEST(Configuration, reports_every_mistake_by_name_with_what_would_be_right) {
  const char* environment[] = {"ALLFOLD_ALREDUCE=ring", "ALLFOLD_STATS=yes", "ALLFOLD_REDUCE=rign",
                               "ALLFOLD_ALLREDUCE=", nullptr};
  std::vector<std::string> errors;
  static_cast<void>(read_environment(environment, errors));
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_NE(errors[0].find("do you mean ALLFOLD_ALLREDUCE"), std::string::npos) << errors[0];
  EXPECT_NE(errors[1].find("ALLFOLD_STATS=yes"), std::string::npos) << errors[1];
  EXPECT_NE(errors[1].find("use 0 or 1"), std::string::npos) << errors[1];
  EXPECT_NE(errors[2].find("'rign'"), std::string::npos) << errors[2];
  EXPECT_NE(errors[2].find("ring-ordered"), std::string::npos) << errors[2];
}

TEST(Configuration, refuses_a_kernel_that_does_not_serve_the_collective) {
  Configuration configuration;
  EXPECT_NE(set_variable(configuration, "ALLFOLD_REDUCE", "recursive-doubling"), "");
  EXPECT_EQ(configuration.reduce.kind, Wish::Kind::automatic);
}

TEST(Configuration, has_a_fingerprint_of_every_variable) {
  const std::uint64_t by_default = fingerprint({});
  for (const auto& [name, value] :
       {std::pair{"ALLFOLD_ALLREDUCE", "native"}, std::pair{"ALLFOLD_REDUCE", "ring"},
        std::pair{"ALLFOLD_STATS", "1"}, std::pair{"ALLFOLD_VERBOSE", "1"}}) {
    Configuration configuration;
    ASSERT_EQ(set_variable(configuration, name, value), "");
    EXPECT_NE(fingerprint(configuration), by_default) << name;
  }
}

}  // namespace
}  // namespace allfold
