/// @file What is timed in one simulation: told by the program that simulates to the ranks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "groups.hpp"

namespace allfold::bench {

struct Contest {
  /// "auto", an algorithm of Allfold's as users write it, "every" of them, or one of SMPI's or a
  /// selector as "smpi:NAME".
  std::vector<std::string> contestants;
  std::vector<std::string> collectives;
  std::vector<std::int64_t> bytes;
  int ranks_per_host = 1;
  double reduction = 0;       ///< seconds a byte reduced
  double copy = 0;            ///< seconds a byte copied in memory
  double gap = 0;             ///< seconds that a message takes of its ports
  SharedLinks shared = {};    ///< of hosts
  bool knows_sharing = true;  ///< whether the cost model knows of links that ranks share
  bool is_checked = false;    ///< all values, which takes the memory and time of all vectors
  bool is_predicted = false;  ///< also by the cost model, for algorithms of Allfold's
};

[[nodiscard]] std::string text_of(const Contest& contest);
/// Of what text_of() has written.
[[nodiscard]] Contest contest_of(std::string_view text);

/// The variable that ranks set when they come to their end, for the program that simulates, in
/// whose process they are: SMPI gives no other sign where it has ended them before.
inline constexpr const char* end_variable = "ALLFOLD_SIMULATION_HAS_ENDED";

/// Before the name of an algorithm of SMPI's.
inline constexpr std::string_view peer_prefix = "smpi:";

}  // namespace allfold::bench
