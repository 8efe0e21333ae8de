/// The times at which links are busy, computed by hand, and the times of messages that use them.
#include "cost/link_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "algorithms/kernel_name.hpp"
#include "algorithms/programs.hpp"
#include "cost/critical_path.hpp"

namespace allfold::cost {
namespace {

using schedule::Collective;

double executed(const std::string& name, int ranks, const CostModel& model,
                Collective collective = Collective::allreduce) {
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(name, error);
  EXPECT_EQ(error, "");
  const algorithms::Task task{
      .collective = collective, .ranks = ranks, .parameters = named.parameters};
  return critical_path(algorithms::programs_of(*named.kernel, task, program::Binding::separate),
                       model, 1);
}

TEST(BusyTimes, are_never_idle_while_somebody_waits) {
  BusyTimes link;
  EXPECT_EQ(link.take(0, 1), 1);
  EXPECT_EQ(link.take(0.5, 1), 2) << "after the other";
  EXPECT_EQ(link.take(5, 1), 6) << "later";
  EXPECT_EQ(link.take(1.5, 4), 7) << "before and after the later one";
  EXPECT_EQ(link.take(6, 0), 6) << "nothing takes no time";
  EXPECT_EQ(link.take(20, 1), 21);
  EXPECT_EQ(link.take(7, 13), 20) << "what fits exactly";
  EXPECT_EQ(link.take(0, 1), 22) << "nothing is free before";
}

// The order of messages in the program, as opposed to time, does not change when all are finished.
TEST(BusyTimes, end_at_the_same_time_in_any_order) {
  struct Use {
    double begin, length;
  };
  for (unsigned run = 0; run < 200; ++run) {
    std::mt19937 random(run);
    std::vector<Use> uses;
    for (int i = 0; i < 12; ++i) {
      // Drawn before the other random number, so that the order is fixed.
      const auto begin = static_cast<double>(random() % 40);
      uses.push_back({.begin = begin, .length = static_cast<double>(random() % 6)});
    }
    const auto ends_at = [&] {
      BusyTimes link;
      double last = 0;
      for (const Use& use : uses) last = std::max(last, link.take(use.begin, use.length));
      return last;
    };
    const double last = ends_at();
    std::ranges::shuffle(uses, random);
    EXPECT_EQ(ends_at(), last);
    std::ranges::sort(uses, {}, &Use::begin);
    EXPECT_EQ(ends_at(), last);
  }
}

constexpr CostModel ring_of(double nodes) { return {.link = {.beta = 1}, .torus = {.x = nodes}}; }

// A node of a torus receives messages by several links at the same time.
TEST(LinkTimes, of_a_torus_are_those_of_each_of_a_nodes_links) {
  const CostModel flat{.link = {.beta = 1}};
  EXPECT_EQ(executed("direct", 3, flat, Collective::reduce), 2);
  EXPECT_EQ(executed("direct", 3, ring_of(3), Collective::reduce), 1);
  EXPECT_EQ(executed("direct", 5, ring_of(5), Collective::reduce), 2) << "two by each link";
  const CostModel square{.link = {.beta = 1}, .torus = {.x = 3, .y = 3}};
  EXPECT_EQ(executed("direct", 9, square, Collective::reduce), 3)
      << "messages go along x first, and arrive in the root's column";
}

// With a distance of two, each link carries two messages in the same direction.
TEST(LinkTimes, of_a_torus_count_the_links_in_between) {
  EXPECT_EQ(executed("composed:steps=2-2", 4, ring_of(4)), 1 + 2);
  EXPECT_EQ(executed("composed:steps=2-2-2", 8, ring_of(8)), 1 + 2 + 4);
  EXPECT_DOUBLE_EQ(executed("bucket", 8, ring_of(8)), 14.0 / 8) << "neighbours share nothing";
}

TEST(LinkTimes, have_the_latency_of_the_way) {
  CostModel model{.link = {.alpha = 10}, .torus = {.x = 4}, .alpha_hop = 3};
  EXPECT_DOUBLE_EQ(executed("composed:steps=2-2", 4, model), 10 + 13) << "10 is of neighbours";
  EXPECT_DOUBLE_EQ(executed("composed:steps=2-2", 4, on_nodes(model, 4)), 10 + 13);
  model.alpha_hop = unknown;
  EXPECT_EQ(executed("composed:steps=2-2", 4, model), 20);
  model.alpha_hop = 1000;
  model.alpha_links = 2;
  EXPECT_EQ(executed("composed:steps=2-2", 4, model), 0 + 10)
      << "no message arrives before it was sent";
  const CostModel tree{
      .link = {.alpha = 10}, .groups = {.nodes = 2, .beta_far = 0}, .alpha_hop = 3};
  EXPECT_DOUBLE_EQ(executed("composed:steps=2-2", 4, tree), 10 + 16);
}

// All ranks of a group send to other groups at the same time, and take four times as long.
TEST(LinkTimes, are_shared_by_those_who_send_at_once) {
  const CostModel model{.link = {.beta = 1}, .groups = {.nodes = 4, .beta_far = 4}};
  EXPECT_EQ(executed("composed:steps=2-2-2", 8, model), 1 + 1 + 4);
  EXPECT_EQ(executed("bucket", 8, model), 14.0 / 8) << "one of four";
}

// Contributions overlap across rounds: the total load of a link counts, not the load in one round.
TEST(LinkTimes, add_up_where_rounds_overlap) {
  const CostModel model{.link = {.beta = 1}, .switches = {.nodes = 4, .beta_pair = 4}};
  // Between each pair of four switches pass 16 shares, up to four of them in one round. Round by
  // round they would take 40 sixteenths, and the root needs 15 more after that.
  EXPECT_LT(executed("ring", 16, model, Collective::reduce), 2.5);
}

}  // namespace
}  // namespace allfold::cost
