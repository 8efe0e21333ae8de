// Long vectors in teams with clusters: level by level.
#include "node/level_call.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

class Levels : public OnRanks {};

// More pieces than an area holds, so that all memory is used again within each call.
TEST_P(Levels, UseTheirMemoryAgainInReduces) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (int i = 0; i < 60; ++i) calls.push_back({.count = 1000, .root = 1});
  make_calls(all, calls, proved_expression(ranks()));
}
TEST_P(Levels, UseTheirMemoryAgainFromReduceToReduce) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (int i = 0; i < 200; ++i) calls.push_back({.count = 100, .root = i % 5 % ranks()});
  make_calls(all, calls, proved_expression(ranks()));
}
TEST_P(Levels, UseTheirMemoryAgainInAllreducesAndReduces) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (int i = 0; i < 200; ++i)
    calls.push_back({.count = 100 + i % 7 * 50, .root = i % 3 == 0 ? 0 : node::everyone});
  make_calls(all, calls, proved_expression(ranks()));
}

// These are staged in the same memory, by other rules.
TEST_P(Levels, UseTheirMemoryInTurnsWithCallsInHalves) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (int i = 0; i < 200; ++i)
    calls.push_back({.count = 100 + i % 7 * 50,
                     .root = i % 4 < 2 ? 1 : node::everyone,
                     .lanes = i % 3 == 0 ? 2 : 0});
  make_calls(all, calls, proved_expression(ranks()));
}

INSTANTIATE_TEST_SUITE_P(Group, Levels,
                         ::testing::Values(Setting{4, in_pairs_of_pairs},
                                           Setting{8, in_pairs_of_pairs},
                                           Setting{9, in_pairs_of_pairs},
                                           Setting{13, in_pairs_of_pairs},
                                           Setting{21, in_fours_of_pairs}),
                         name_of);

}  // namespace
}  // namespace allfold::testing
