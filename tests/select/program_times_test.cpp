#include "select/program_times.hpp"

#include <gtest/gtest.h>

#include "algorithms/programs.hpp"
#include "algorithms/registry.hpp"
#include "cost/critical_path.hpp"
#include "select/network.hpp"

namespace allfold::select {
namespace {

TEST(ProgramTimes, are_those_of_the_programs) {
  const algorithms::Kernel& kernel = *algorithms::find_kernel("elimination-overlapping");
  const cost::CostModel model = default_model(Network::high_speed);
  ProgramTimes times;
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce}) {
    const bool is_reduce = collective == schedule::Collective::reduce;
    const algorithms::Task task{.collective = collective,
                                .ranks = 13,
                                .root = is_reduce ? 6 : 0,
                                .parameters = {.halvings = 1}};
    const auto programs = algorithms::programs_of(kernel, task, program::Binding::separate);
    for (const double bytes : {1.0, 8.0, 4096.0, 5000.0, 12288.0, 1048576.0, 1e10}) {
      const double expected = cost::critical_path(programs, model, bytes);
      const double found = times.seconds(kernel, task, model, bytes);
      EXPECT_NEAR(found, expected, 0.01 * expected) << bytes;
      EXPECT_EQ(times.seconds(kernel, task, model, bytes), found) << "kept";
    }
  }
  cost::CostModel slower = model;
  slower.link.alpha *= 2;
  const algorithms::Task task{.ranks = 13};
  EXPECT_GT(times.seconds(kernel, task, slower, 8), times.seconds(kernel, task, model, 8));
}

TEST(ProgramTimes, serve_what_can_be_run) {
  const cost::CostModel model = default_model(Network::high_speed);
  const auto serve = [&](std::string_view name, int ranks, int ranks_per_node) {
    cost::CostModel own = model;
    own.ranks_per_node = ranks_per_node;
    return ProgramTimes::serve(*algorithms::find_kernel(name), {.ranks = ranks}, own);
  };
  EXPECT_TRUE(serve("bsbt", ProgramTimes::most_ranks, 1));
  EXPECT_FALSE(serve("bsbt", ProgramTimes::most_ranks + 1, 1));
  EXPECT_FALSE(serve("bsbt", 8, 2));
  EXPECT_FALSE(serve("node", 8, 1));
}

}  // namespace
}  // namespace allfold::select
