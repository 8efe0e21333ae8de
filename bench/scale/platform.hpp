/// @file Platforms: the machines that are simulated, as SimGrid reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allfold::bench {

struct Platform {
  /// "flat", "fat-tree", "dragonfly", "torus" or "ideal".
  std::string kind = "flat";
  int hosts = 1;
  double latency = 1e-6;  ///< seconds from host to host where there are two links between them
  double rate = 12.5e9;   ///< bytes a second of a link, each way
  double taper = 2;       ///< how many times less a network's upper links carry than its lower ones
};

/// Hosts that share links to those of other groups. 0: there are none.
struct Groups {
  enum class Links : std::uint8_t { to_all_others, to_each_other };
  int hosts = 0;
  double taper = 1;  ///< how many times less these links carry than those of the hosts together
  Links links = Links::to_all_others;
};

/// The kinds, as "flat, fat-tree, dragonfly, torus or ideal".
[[nodiscard]] std::string_view kinds_of_platforms();
[[nodiscard]] bool is_kind(std::string_view name);

/// The text of a platform file. It has `hosts` hosts or a few more, with names host0, host1 and so on.
[[nodiscard]] std::string text_of(const Platform& platform);
/// What it is, in words.
[[nodiscard]] std::string description_of(const Platform& platform);
/// Of the platform, whose hosts 0, 1 and so on are a group.
[[nodiscard]] Groups groups_of(const Platform& platform);
/// The text of a file that says where ranks are, rank by rank: host after host is full.
[[nodiscard]] std::string text_of_places(int ranks, int ranks_per_host);

}  // namespace allfold::bench
