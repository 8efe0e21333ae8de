/// @file Node times: what simulate_node has printed about the ranks of one node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platform.hpp"
#include "simulation/node_work.hpp"

namespace allfold::bench {

struct NodeTimes {
  std::vector<simulation::NodeTime> work;  ///< in shared memory
  MessagesInside messages;                 ///< while all ranks of the node exchange messages
};

/// Reads the lines of its candidates `allfold`, `allfold:scatter.N`, `allfold:halves.N` and
/// `messages`, which errors say are of the file `file`. Throws std::runtime_error.
[[nodiscard]] NodeTimes parse_node_times(std::string_view text, const std::string& file);

/// Reads a file. Throws std::runtime_error.
[[nodiscard]] NodeTimes read_node_times(const std::string& file);

}  // namespace allfold::bench
