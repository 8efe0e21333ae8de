/// The algorithm of docs/internals/adding-an-algorithm.md has the rounds that the page shows. The
/// tests of the registry's rows, in the same program, prove it.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "picture/text.hpp"
#include "program/compile.hpp"

namespace allfold::algorithms {
namespace {

TEST(Page, shows_what_relay_does) {
  const Kernel* relay = find_kernel("relay");
  ASSERT_NE(relay, nullptr);
  std::vector<Plan> plans;
  std::vector<program::Program> programs;
  Task task{.ranks = 4};
  for (; task.rank < task.ranks; ++task.rank) {
    plans.push_back(relay->generate(task));
    programs.push_back(program::compile(plans.back(), program::Binding::separate));
  }
  const proof::Goal goal = proof::goal_of(task.recipients(), plans[0].blocks, relay->order);
  const picture::Caption caption{.kernel = "relay", .cost = cost::cost_of(programs)};
  std::ostringstream shown;
  shown << std::ifstream(ALLFOLD_PAGE_OUTPUT).rdbuf();
  const picture::Trace trace = picture::trace(plans, goal);
  EXPECT_EQ(picture::introduction(trace, caption) + picture::table(trace, 100), shown.str());
}

}  // namespace
}  // namespace allfold::algorithms
