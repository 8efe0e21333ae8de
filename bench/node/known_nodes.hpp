/// @file The project's modelled nodes, and those of users.
#pragma once

#include <string>
#include <vector>

#include "command/node_file.hpp"

namespace allfold::bench {

/// Reads a file, or one of the project's nodes by its name. Throws NodeFileError.
[[nodiscard]] command::NodeFile read_node(const std::string& name_or_file);

/// The names of the project's nodes.
[[nodiscard]] std::vector<std::string> names_of_nodes();

}  // namespace allfold::bench
