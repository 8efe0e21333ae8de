/// @file Node files: nodes as JSON, each parameter with its source. See
/// docs/internals/node-model.md.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "node_model/node.hpp"

namespace allfold::bench {

struct NodeFile {
  node_model::Node node;
  std::vector<std::string> sources;  ///< of parameters(), in their order
  std::vector<std::string> designs;  ///< candidates that suit the node
};

/// An error in a node file; what() is "FILE:LINE: problem: what is expected".
class NodeFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads the text of a node file, which messages call `file`. Throws NodeFileError.
[[nodiscard]] NodeFile parse_node(std::string_view text, const std::string& file);

/// Reads a file, or one of the project's nodes by its name. Throws NodeFileError.
[[nodiscard]] NodeFile read_node(const std::string& name_or_file);

/// The names of the project's nodes.
[[nodiscard]] std::vector<std::string> names_of_nodes();

/// Sets a parameter, given as "latency.same_l3=30". Throws UsageError.
void set_parameter(node_model::Node& node, std::string_view assignment);

}  // namespace allfold::bench
