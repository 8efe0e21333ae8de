#include "node_model/ranges.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "node_model/processor.hpp"
#include "node_model/simulation.hpp"
#include "node_model/small_node.hpp"

namespace allfold::node_model {
namespace {

constexpr std::size_t bytes = 64 << 10;

/// Rank 0 on core 0 writes a vector, and rank 1 on another core copies it.
struct Copied {
  double nanoseconds = 0;
  Traffic traffic;
};
Copied copied(int core, const Node& node, const std::function<void(Simulation&)>& between) {
  Simulation simulation(node, {0, core}, std::size_t{8} << 20);
  auto* const vector = static_cast<std::byte*>(simulation.region(0));
  auto* const copy = static_cast<std::byte*>(simulation.region(1));
  Copied result;
  simulation.run([&](int rank) {
    if (rank == 0) {
      std::memset(vector, 17, bytes);
      simulation.note_written(vector, bytes);
      between(simulation);
    }
    simulation.meet(1000);
    if (rank == 0) return;
    simulation.traffic() = {};
    const double begun = simulation.now();
    copy_bytes(copy, vector, bytes);
    result = {.nanoseconds = simulation.now() - begun, .traffic = simulation.traffic()};
    EXPECT_EQ(std::memcmp(copy, vector, bytes), 0);
  });
  return result;
}
Copied copied(int core) {
  return copied(core, testing::small_node(), [](Simulation&) {});
}

// A core has 10 lines on the way at once, of 100 ns from its socket and 200 ns from the other one:
// 6.4 and 3.2 GB/s.
TEST(Ranges, FartherVectorsPassSlowerLinks) {
  const Copied in_l3 = copied(1);
  const Copied in_socket = copied(2);
  const Copied between_sockets = copied(4);
  EXPECT_GT(in_socket.nanoseconds, 2 * in_l3.nanoseconds);
  EXPECT_NEAR(in_socket.nanoseconds, bytes / 6.4, 100);
  EXPECT_NEAR(between_sockets.nanoseconds, bytes / 3.2, 200);
  EXPECT_EQ(in_l3.traffic.between_caches, 0);
  EXPECT_EQ(in_socket.traffic.between_caches, bytes);
  EXPECT_EQ(in_socket.traffic.between_sockets, 0);
  EXPECT_EQ(between_sockets.traffic.between_sockets, bytes);
}

TEST(Ranges, WhatHasLeftTheCachesComesFromMemory) {
  const auto other_vectors = [](Simulation& simulation) {
    void* const other = simulation.region(0);
    simulation.note_written(other, std::size_t{2} << 20);
  };
  EXPECT_EQ(copied(4).traffic.memory, 0);
  EXPECT_EQ(copied(4, testing::small_node(), other_vectors).traffic.memory, bytes);
}

TEST(Ranges, ACopyPastTheCachesGoesToMemory) {
  Simulation simulation(testing::small_node(), {0}, std::size_t{1} << 20);
  void* const from = simulation.region(0);
  void* const into = simulation.region(0);
  simulation.run([&](int) {
    simulation.note_written(from, bytes);
    simulation.traffic() = {};
    stream_bytes(into, from, bytes);
    EXPECT_EQ(simulation.traffic().memory, bytes);
    copy_bytes(from, into, bytes);
    EXPECT_EQ(simulation.traffic().memory, 2 * bytes);
  });
}

// Two ranks of one socket that read from the other one share the link of 10 GB/s.
TEST(Ranges, TransfersShareLinks) {
  Node node = testing::small_node();
  node.in_flight.lines = 100;
  Simulation simulation(node, {0, 4, 6}, std::size_t{1} << 20);
  void* const vector = simulation.region(0);
  void* const one = simulation.region(1);
  void* const other = simulation.region(2);
  double alone = 0;
  double together = 0;
  simulation.run([&](int rank) {
    for (const bool both : {false, true}) {
      if (rank == 0) simulation.note_written(vector, bytes);
      simulation.meet(1000);
      const double begun = simulation.now();
      if (rank == 1) copy_bytes(one, vector, bytes);
      if (rank == 2 && both) copy_bytes(other, vector, bytes);
      if (rank == 1) (both ? together : alone) = simulation.now() - begun;
      simulation.meet(1000);
    }
  });
  EXPECT_GT(together, 1.4 * alone);
}

}  // namespace
}  // namespace allfold::node_model
