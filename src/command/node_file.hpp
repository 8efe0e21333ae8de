/// @file Node files: modelled nodes as JSON, each parameter with its source. See
/// docs/internals/node-model.md.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "node_model/node.hpp"

namespace allfold::command {

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

/// The text of a node file, with a parameter on each line.
[[nodiscard]] std::string text_of(const NodeFile& file);

/// The place of a parameter in parameters(); absent if there is none of that name.
[[nodiscard]] std::optional<std::size_t> index_of_parameter(std::string_view name);

/// Sets a parameter, given as "latency.same_l3=30". Throws UsageError.
void set_parameter(node_model::Node& node, std::string_view assignment);

}  // namespace allfold::command
