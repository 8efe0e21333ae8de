/// @file Node family: the modelled node whose processors are most like those of this node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/doctor/node_tree.hpp"
#include "command/node_file.hpp"

namespace allfold::command::doctor {

struct NodeFamily {
  NodeFile node;
  enum class Reason : std::uint8_t {
    same_family,  ///< of processors
    same_shape,   ///< no node of this family is known; this one has its caches in the same way
    asked_for
  };
  Reason reason = Reason::same_family;
};

/// By its name if that is not "", or by the processors. `root` is prefixed to the paths of system
/// files, for tests. Throws UsageError for an unknown name.
[[nodiscard]] NodeFamily family_of(const Part& node, const std::string& name,
                                   const std::string& root = "");

/// The names that family_of() takes.
[[nodiscard]] std::vector<std::string> names_of_families();

}  // namespace allfold::command::doctor
