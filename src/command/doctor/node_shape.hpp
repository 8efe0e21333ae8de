/// @file Node shape: how many cores the parts of a node have, in a model with equal parts.
#pragma once

#include <string>

#include "command/doctor/node_tree.hpp"

namespace allfold::command::doctor {

/// A number of cores, and where it comes from.
struct Width {
  int cores = 1;
  std::string source = {};
};

struct NodeShape {
  Width all;
  Width of_socket;     ///< a divisor of `all`
  Width of_numa_node;  ///< a divisor of `of_socket`, as the next one
  Width of_cache;
  Width threads;  ///< hardware threads of a core
};

/// At most `most_caches` last-level caches.
[[nodiscard]] NodeShape shape_of(const Part& node, int most_caches);

}  // namespace allfold::command::doctor
