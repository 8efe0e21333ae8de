/// @file What is timed in one simulation: told by the program that simulates to the ranks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
  bool is_checked = false;    ///< all values, which takes the memory and time of all vectors
  bool is_predicted = false;  ///< also by the cost model, for algorithms of Allfold's
};

[[nodiscard]] std::string text_of(const Contest& contest);
/// Of what text_of() has written.
[[nodiscard]] Contest contest_of(std::string_view text);

/// Before the name of an algorithm of SMPI's.
inline constexpr std::string_view peer_prefix = "smpi:";

}  // namespace allfold::bench
