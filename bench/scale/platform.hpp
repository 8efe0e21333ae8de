/// @file Platforms: the machines that are simulated, as SimGrid reads them.
#pragma once

#include <string>
#include <string_view>

#include "groups.hpp"

namespace allfold::bench {

struct Platform {
  /// "flat", "fat-tree", "dragonfly", "torus" or "ideal".
  std::string kind = "flat";
  int hosts = 1;
  double latency = 1e-6;  ///< seconds from host to host where there are two links between them
  double rate = 12.5e9;   ///< bytes a second of a link, each way
  double taper = 2;       ///< how many times less a network's upper links carry than its lower ones
};

/// The kinds, as "flat, fat-tree, dragonfly, torus or ideal".
[[nodiscard]] std::string_view kinds_of_platforms();
[[nodiscard]] bool is_kind(std::string_view name);

/// The text of a platform file. It has `hosts` hosts or a few more, with names host0, host1 and so on.
[[nodiscard]] std::string text_of(const Platform& platform);
/// What it is, in words.
[[nodiscard]] std::string description_of(const Platform& platform);
/// What hosts of the platform share; nothing where it is a file.
[[nodiscard]] SharedLinks shared_links_of(const Platform& platform);
/// The text of a file that says where ranks are, rank by rank: host after host is full.
[[nodiscard]] std::string text_of_places(int ranks, int ranks_per_host);

}  // namespace allfold::bench
