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

/// Those of a platform, on two levels.
struct SharedLinks {
  Groups switches = {};  ///< of groups, if there are groups, too
  Groups groups = {};
};

}  // namespace allfold::bench
