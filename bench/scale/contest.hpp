/// @file The request for one simulation, passed from the simulating program to the ranks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "groups.hpp"
#include "simulation/node_work.hpp"

namespace allfold::bench {

struct Contest {
  /// "auto", an algorithm of Allfold's as users write it, "every" (all of Allfold's), or
  /// "smpi:NAME" for an algorithm or a selector of SMPI's.
  std::vector<std::string> contestants;
  std::vector<std::string> collectives;
  std::vector<std::int64_t> bytes;
  int ranks_per_host = 1;
  double reduction = 0;  ///< seconds per byte reduced
  double copy = 0;       ///< seconds per byte copied in memory
  double gap = 0;        ///< seconds that a message occupies its ports
  /// Of work in shared memory; needed if hosts have several ranks.
  std::vector<simulation::NodeTime> node_times = {};
  SharedLinks shared = {};    ///< links that hosts share
  bool knows_sharing = true;  ///< whether the cost model includes shared links
  bool is_checked = false;    ///< all values: takes the memory and time of whole vectors
  bool is_predicted = false;  ///< also predicted, for Allfold's algorithms
};

[[nodiscard]] std::string text_of(const Contest& contest);
/// Reads the text that text_of() has written.
[[nodiscard]] Contest contest_of(std::string_view text);

/// The ranks set this variable when they end. The simulating program, which runs in the same
/// process, reads it: SMPI gives no other sign if it ended the ranks early.
inline constexpr const char* end_variable = "ALLFOLD_SIMULATION_HAS_ENDED";

/// The prefix of the names of SMPI's algorithms.
inline constexpr std::string_view peer_prefix = "smpi:";

}  // namespace allfold::bench
