#include "node_model/lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <new>
#include <vector>

#include "node_model/simulation.hpp"
#include "node_model/small_node.hpp"
#include "system/processor.hpp"

namespace allfold::node_model {
namespace {

constexpr std::size_t region = 1 << 20;

struct alignas(line_bytes) Variable {
  system::Shared<std::uint64_t> value = 0;
};

/// Waits until the variable is at least `value`, and returns when.
double time_of(Simulation& simulation, const Variable& variable, std::uint64_t value) {
  const auto has_come = [&] { return variable.value.load() >= value; };
  while (!system::poll(has_come)) system::pause();
  return simulation.now();
}

/// Rank 0 stores after 1 µs, and the other one, which runs on a core, waits for that.
double nanoseconds_from_core_0_to(int core) {
  Simulation simulation(testing::small_node(), {0, core}, region);
  auto* const variable = new (simulation.lines(sizeof(Variable))) Variable;
  double stored = 0;
  double seen = 0;
  simulation.run([&](int rank) {
    if (rank == 1) {
      seen = time_of(simulation, *variable, 1);
    } else {
      simulation.work(1000);
      stored = simulation.now();
      variable->value.store(1);
    }
  });
  return seen - stored;
}

// The store takes the line from the core that polls, and that core fetches it again.
TEST(Lines, AMarkTakesLongerFromFartherAway) {
  const double in_l3 = nanoseconds_from_core_0_to(1);
  const double in_socket = nanoseconds_from_core_0_to(2);
  const double between_sockets = nanoseconds_from_core_0_to(4);
  EXPECT_NEAR(in_l3, 2 * 10, 10);
  EXPECT_NEAR(in_socket, 2 * 100, 10);
  EXPECT_NEAR(between_sockets, 2 * 200, 10);
}

TEST(Lines, StoresOfOneCoreBecomeVisibleInOrder) {
  Simulation simulation(testing::small_node(), {0, 4, 1}, region);
  // Rank 2 has the second line, so its store would be faster than that of the first line.
  auto* const first = new (simulation.lines(sizeof(Variable))) Variable;
  auto* const second = new (simulation.lines(sizeof(Variable))) Variable;
  simulation.run([&](int rank) {
    if (rank == 1) static_cast<void>(first->value.load());
    if (rank == 2) {
      static_cast<void>(second->value.load());
      time_of(simulation, *second, 1);
      EXPECT_EQ(first->value.load(), 1U);
    }
    if (rank == 0) {
      simulation.work(1000);
      first->value.store(1);
      second->value.store(1);
      // A core sees its own stores at once.
      EXPECT_EQ(first->value.load(), 1U);
    }
  });
}

// Ranks of another L3 are served one after the other, those of the owner's L3 by the L3.
TEST(Lines, AnOwnerServesOneAfterTheOther) {
  Simulation simulation(testing::small_node(), {0, 2, 4, 6}, region);
  auto* const variable = new (simulation.lines(sizeof(Variable))) Variable;
  std::vector<double> took(4);
  simulation.run([&](int rank) {
    if (rank == 0) variable->value.store(1);
    simulation.meet(1000);
    const double begun = simulation.now();
    EXPECT_EQ(variable->value.load(), 1U);
    took[static_cast<std::size_t>(rank)] = simulation.now() - begun;
  });
  EXPECT_LT(took[0], 5);
  EXPECT_NEAR(took[1], 100, 5);
  const auto [sooner, later] = std::minmax(took[2], took[3]);
  EXPECT_GE(sooner, 200);
  EXPECT_GE(later, sooner + 5);
  EXPECT_LE(later, 215);
}

TEST(Lines, APrefetchSavesTheLatency) {
  Simulation simulation(testing::small_node(), {0, 4}, region);
  auto* const variables = static_cast<Variable*>(simulation.lines(2 * sizeof(Variable)));
  simulation.run([&](int rank) {
    if (rank == 0)
      for (int i = 0; i < 2; ++i) (new (variables + i) Variable)->value.store(7);
    simulation.meet(1000);
    if (rank == 0) return;
    system::prefetch(&variables[0]);
    simulation.work(500);
    const double begun = simulation.now();
    EXPECT_EQ(variables[0].value.load(), 7U);
    EXPECT_LT(simulation.now() - begun, 5);
  });
}

// A poll of two variables: the first one changes while the second one is loaded.
TEST(Lines, AStoreDuringAPollIsNotMissed) {
  Simulation simulation(testing::small_node(), {0, 4, 6}, region);
  auto* const first = new (simulation.lines(sizeof(Variable))) Variable;
  auto* const second = new (simulation.lines(sizeof(Variable))) Variable;
  simulation.run([&](int rank) {
    if (rank == 1) {
      simulation.work(1000);
      const auto has_come = [&] { return first->value.load() == 1 || second->value.load() == 1; };
      while (!system::poll(has_come)) system::pause();
      EXPECT_GT(simulation.now(), 1000);
    }
    if (rank == 0) {
      second->value.store(7);
      simulation.work(1050);
      first->value.store(1);
    }
    if (rank == 2) {
      // Makes the store visible before the poll ends.
      simulation.work(1330);
      static_cast<void>(first->value.load());
    }
  });
}

TEST(Lines, OutsideASimulationVariablesAreOrdinary) {
  Variable variable;
  variable.value.store(3);
  EXPECT_EQ(variable.value.fetch_add(2), 3U);
  EXPECT_EQ(variable.value.load(), 5U);
  system::pause();
  EXPECT_EQ(system::nanoseconds(), 0);
  EXPECT_EQ(system::current_processor(), -1);
}

}  // namespace
}  // namespace allfold::node_model
