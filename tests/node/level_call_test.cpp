// Long vectors in teams with clusters: level by level.
#include "node/level_call.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

class Levels : public OnRanks {};

// More pieces than an area holds, so that all memory is used again within each call.
TEST_P(Levels, UseTheirMemoryAgainInReduces) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::vector<Call> calls(60, {.count = 1000, .root = 1});
  make_calls(all, calls, expression_of(GetParam()));
}
TEST_P(Levels, UseTheirMemoryAgainFromReduceToReduce) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  calls.reserve(200);
  for (int i = 0; i < 200; ++i) calls.push_back({.count = 100, .root = i % 5 % ranks()});
  make_calls(all, calls, expression_of(GetParam()));
}
TEST_P(Levels, UseTheirMemoryAgainInAllreducesAndReduces) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  calls.reserve(200);
  for (int i = 0; i < 200; ++i)
    calls.push_back({.count = 100 + i % 7 * 50, .root = i % 3 == 0 ? 0 : node::everyone});
  make_calls(all, calls, expression_of(GetParam()));
}

// These are staged in the same memory, by other rules.
TEST_P(Levels, UseTheirMemoryInTurnsWithCallsInHalves) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  calls.reserve(200);
  for (int i = 0; i < 200; ++i)
    calls.push_back({.count = 100 + i % 7 * 50,
                     .root = i % 4 < 2 ? 1 : node::everyone,
                     .lanes = i % 3 == 0 ? 2 : 0});
  make_calls(all, calls, expression_of(GetParam()));
}

// Calls in which other ranks cannot map the area that a rank has, since another group uses its
// first one, until that is free.
class LevelsOfOneThread : public OnRanks {};
TEST_P(LevelsOfOneThread, WaitForTheirFirstAreas) {
  for (const int root : {node::everyone, 0, ranks() - 1}) {
    SharedMemory memory(ranks());
    memory.patience = 1;
    TeamOfThreads all = team(memory);
    // With all ranks, and with one rank that knows what the others do not.
    for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).finds_only_first = true;
    const std::shared_ptr<node::Staging> held =
        memory.rank(1).stagings.take(nullptr, node::Area::piece_bytes).staging;
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      held->give_back();
    });
    make_calls(all, {{.count = 300, .root = root}, {.count = 200}, {.count = 900, .root = root}},
               expression_of(GetParam()));
    other.join();
  }
}

// Another group uses a rank's first area, and the other ranks map its second one.
TEST_P(Levels, UseOtherAreas) {
  for (const int root : {node::everyone, 0, ranks() - 1}) {
    SharedMemory memory(ranks());
    memory.patience = 1;
    TeamOfThreads all = team(memory);
    std::vector<std::shared_ptr<node::Staging>> held;
    for (const int rank : {1, ranks() / 2, ranks() - 1})
      held.push_back(memory.rank(rank).stagings.take(nullptr, node::Area::piece_bytes).staging);
    make_calls(all, {{.count = 300, .root = root}, {.count = 200}, {.count = 900, .root = root}},
               expression_of(GetParam()));
    for (const auto& each : held) each->give_back();
    make_calls(all, {{.count = 300, .root = root}, {.count = 900}}, expression_of(GetParam()));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Group, Levels,
    ::testing::Values(Setting{4, in_pairs_of_pairs}, Setting{8, in_pairs_of_pairs},
                      Setting{9, in_pairs_of_pairs, one_thread}, Setting{13, in_pairs_of_pairs},
                      Setting{13, in_pairs_of_pairs, one_thread}, Setting{21, in_fours_of_pairs},
                      Setting{21, in_fours_of_pairs, one_thread}, Setting{14, in_turns},
                      Setting{20, in_turns, one_thread}),
    name_of);

INSTANTIATE_TEST_SUITE_P(Group, LevelsOfOneThread,
                         ::testing::Values(Setting{9, in_pairs_of_pairs, one_thread},
                                           Setting{21, in_fours_of_pairs, one_thread},
                                           Setting{14, in_turns, one_thread}),
                         name_of);

}  // namespace
}  // namespace allfold::testing
