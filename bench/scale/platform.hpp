/// @file Platforms: the simulated machines, as platform files of SimGrid.
#pragma once

#include <string>
#include <string_view>

#include "groups.hpp"

namespace allfold::bench {

/// Messages between ranks of a host.
struct MessagesInside {
  double latency = 0.2e-6;  ///< seconds of a message of 0 bytes, without the overheads at its ends
  double rate = 10e9;       ///< bytes per second
};

struct Platform {
  /// "flat", "fat-tree", "dragonfly", "torus" or "ideal".
  std::string kind = "flat";
  int hosts = 1;
  double latency = 1e-6;  ///< seconds between hosts that are two links apart
  double rate = 12.5e9;   ///< bytes per second of a link, in each direction
  double taper = 2;       ///< bandwidth of a network's lower links over that of its upper ones
  MessagesInside inside = {};
};

/// The kinds, as "flat, fat-tree, dragonfly, torus or ideal".
[[nodiscard]] std::string_view kinds_of_platforms();
[[nodiscard]] bool is_kind(std::string_view name);

/// The text of a platform file with at least `hosts` hosts, named host0, host1 and so on.
[[nodiscard]] std::string text_of(const Platform& platform);
/// A description of the platform in words.
[[nodiscard]] std::string description_of(const Platform& platform);
/// The links that hosts of the platform share; empty for a platform file.
[[nodiscard]] SharedLinks shared_links_of(const Platform& platform);
/// The text of a file with the host of each rank. Each host is filled before the next one.
[[nodiscard]] std::string text_of_places(int ranks, int ranks_per_host);

}  // namespace allfold::bench
