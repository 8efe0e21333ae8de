/// @file Groups: hosts of a platform that share links to others.
#pragma once

#include <cstdint>

namespace allfold::bench {

/// Hosts 0, 1 and so on are a group, and the next ones. 0 hosts: there are none.
struct Groups {
  enum class Links : std::uint8_t { to_all_others, to_each_other };
  int hosts = 0;
  double taper = 1;  ///< how many times less these links carry than those of the hosts together
  Links links = Links::to_all_others;
};

/// What messages share on their way through a platform.
struct SharedLinks {
  Groups switches = {};  ///< of groups, if there are groups, too
  Groups groups = {};
  int chassis = 0;  ///< hosts of one; 0: groups have no chassis
  int columns = 0;  ///< of a torus; 0: it is none
  int rows = 0;
  double link_latency = 0;  ///< seconds; 0: all messages take as many links
};

}  // namespace allfold::bench
