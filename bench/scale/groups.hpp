/// @file Groups: hosts of a platform that share links to other hosts.
#pragma once

#include <cstdint>

namespace allfold::bench {

/// Groups of consecutive hosts: the first `hosts` hosts, the next ones, and so on. 0: no groups.
struct Groups {
  enum class Links : std::uint8_t { to_all_others, to_each_other };
  int hosts = 0;
  double taper = 1;  ///< bandwidth of all hosts of a group over that of the shared link
  Links links = Links::to_all_others;
};

/// The links that messages share in a platform.
struct SharedLinks {
  Groups switches = {};  ///< the lower level, if there are groups, too
  Groups groups = {};
  int chassis = 0;  ///< hosts per chassis; 0: no chassis
  int columns = 0;  ///< of a torus; 0: no torus
  int rows = 0;
  double link_latency = 0;  ///< seconds per link; 0: all messages pass equally many links
};

}  // namespace allfold::bench
