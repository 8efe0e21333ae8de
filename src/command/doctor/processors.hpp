/// @file The findings about the processors of a node, and about those that a process may use.
#pragma once

#include <span>

#include "command/doctor/finding.hpp"
#include "command/doctor/node_tree.hpp"

namespace allfold::command::doctor {

/// `usable`: the processors that this process may use, in ascending order; empty if not known.
[[nodiscard]] Findings findings_about(const Part& node, std::span<const int> usable);

}  // namespace allfold::command::doctor
