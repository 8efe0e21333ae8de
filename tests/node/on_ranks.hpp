/// @file Tests of groups with several numbers of ranks, flat and in clusters.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "node/caller.hpp"
#include "node/group.hpp"

namespace allfold::testing {

/// How ranks are arranged in clusters.
enum class Clusters : std::uint8_t {
  none,
  in_fours,           ///< of successive ranks
  in_pairs_of_pairs,  ///< the same on two levels
  in_fours_of_pairs,  ///< two levels, and one in between for long vectors
  in_turns            ///< even and odd ranks, in threes and what is left
};

struct Setting {
  int ranks;
  Clusters clusters = Clusters::none;
  node::Callers callers = node::Callers::several_threads;
};

/// For the names of tests.
void PrintTo(const Setting& setting, std::ostream* stream);

[[nodiscard]] node::Hierarchy hierarchy_of(const Setting& setting);
/// What is computed if the order of ranks does not matter: "((0 2) (1 3))".
[[nodiscard]] std::string expression_of(const Setting& setting);
/// "9", or "9_in_turns_one_thread".
[[nodiscard]] std::string name_of(const ::testing::TestParamInfo<Setting>& info);

class OnRanks : public ::testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] static int ranks() { return GetParam().ranks; }
  [[nodiscard]] static TeamOfThreads team(SharedMemory& memory,
                                          const node::Lengths& lengths = short_lengths) {
    return {memory, all_of(ranks()), lengths, hierarchy_of(GetParam()), {}, {}, GetParam().callers};
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

using enum Clusters;
using enum node::Callers;

inline auto several_ranks() {
  return ::testing::Values(
      Setting{2}, Setting{3}, Setting{4}, Setting{5}, Setting{7}, Setting{8}, Setting{9, in_fours},
      Setting{12, in_fours}, Setting{13, in_fours, one_thread}, Setting{17, in_fours},
      Setting{4, in_pairs_of_pairs}, Setting{8, in_pairs_of_pairs, one_thread},
      Setting{9, in_pairs_of_pairs}, Setting{13, in_pairs_of_pairs}, Setting{17, in_pairs_of_pairs},
      Setting{21, in_fours_of_pairs, one_thread}, Setting{11, in_turns, one_thread},
      Setting{14, in_turns});
}

}  // namespace allfold::testing
