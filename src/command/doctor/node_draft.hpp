/// @file Node draft: this node as a node file, for the model of nodes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "command/doctor/measured_limits.hpp"
#include "command/doctor/node_family.hpp"
#include "command/doctor/node_tree.hpp"
#include "command/node_file.hpp"

namespace allfold::command::doctor {

struct NodeDraft {
  NodeFile file;
  std::size_t read = 0;      ///< parameters that the system tells
  std::size_t measured = 0;  ///< that follow from measurements
  std::size_t assumed = 0;   ///< that are those of the family
};

/// Each value says where it comes from. Throws std::runtime_error if the model has no room for such
/// a node, or the limits were measured on another processor. `root` is prefixed to the paths of
/// system files, for tests.
[[nodiscard]] NodeDraft draft_of(const Part& node, const NodeFamily& family,
                                 const std::optional<MeasuredLimits>& limits,
                                 const std::string& name, const std::string& root = "");

}  // namespace allfold::command::doctor
