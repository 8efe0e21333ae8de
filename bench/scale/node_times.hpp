/// @file Node times: what simulate_node has printed about the ranks of one node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulation/node_work.hpp"

namespace allfold::bench {

/// Reads the lines of its candidates `allfold`, `allfold:scatter.N` and `allfold:halves.N`, which
/// messages say are of the file `file`. Throws std::runtime_error.
[[nodiscard]] std::vector<simulation::NodeTime> parse_node_times(std::string_view text,
                                                                 const std::string& file);

/// Reads a file. Throws std::runtime_error.
[[nodiscard]] std::vector<simulation::NodeTime> read_node_times(const std::string& file);

}  // namespace allfold::bench
