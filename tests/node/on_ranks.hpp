/// @file Tests of groups with several numbers of ranks, flat and in clusters.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "node/caller.hpp"
#include "node/group.hpp"

namespace allfold::testing {

struct Setting {
  int ranks;
  node::Topology topology = {};
};

class OnRanks : public ::testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] static int ranks() { return GetParam().ranks; }
  [[nodiscard]] static TeamOfThreads team(SharedMemory& memory,
                                          const node::Lengths& lengths = short_lengths) {
    return {memory, all_of(ranks()), lengths, GetParam().topology};
  }
  /// Runs body(rank, caller) on each rank, with a caller of its own.
  template <class Body>
  static void with_callers(TeamOfThreads& team, const std::string& expression, Body body) {
    on_all_ranks(ranks(), [&](int rank) {
      Caller caller(team, rank, expression);
      body(rank, caller);
    });
  }
  /// All ranks make these calls; now and then a rank falls behind the others.
  static void make_calls(TeamOfThreads& team, const std::vector<Call>& calls,
                         const std::string& expression) {
    with_callers(team, expression, [&](int rank, Caller& caller) {
      std::mt19937 random(static_cast<unsigned>(rank));
      for (std::size_t i = 0; i < calls.size(); ++i) {
        dawdle(random);
        EXPECT_EQ(caller.run(calls[i], i), exec::success);
      }
    });
  }
};

/// "9", or "9_in_2_4": clusters with 2 leaves, grouped into clusters with 4 leaves.
inline std::string name_of(const ::testing::TestParamInfo<Setting>& info) {
  const auto& [ranks, topology] = info.param;
  std::string name = std::to_string(ranks);
  if (ranks <= topology.most_in_one_cluster) return name;
  name += "_in";
  for (const int leaves : topology.leaves_of_cluster) name += '_' + std::to_string(leaves);
  return name;
}

inline constexpr node::Topology in_caches = {};
inline constexpr node::Topology in_pairs_of_pairs{.most_in_one_cluster = 2,
                                                  .leaves_of_cluster = {2, 4}};
inline constexpr node::Topology in_fours_of_pairs{.most_in_one_cluster = 2,
                                                  .leaves_of_cluster = {2, 8}};

inline auto several_ranks() {
  return ::testing::Values(Setting{2}, Setting{3}, Setting{4}, Setting{5}, Setting{7}, Setting{8},
                           Setting{9, in_caches}, Setting{12, in_caches}, Setting{13, in_caches},
                           Setting{17, in_caches}, Setting{4, in_pairs_of_pairs},
                           Setting{8, in_pairs_of_pairs}, Setting{9, in_pairs_of_pairs},
                           Setting{13, in_pairs_of_pairs}, Setting{17, in_pairs_of_pairs},
                           Setting{21, in_fours_of_pairs});
}

}  // namespace allfold::testing
