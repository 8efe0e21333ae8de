/// @file Explains how ranks would share memory on this node.
#pragma once

#include <string>

#include "rules/rules.hpp"

namespace allfold::command::explain {

/// Describes how `ranks` ranks, started like this process, would share memory here: a table of what
/// the system reports, and the consequences of that and of the rules. Throws UsageError if this
/// node cannot run so many ranks in shared memory.
[[nodiscard]] std::string text_of_node(int ranks, const rules::Rules& rules);

}  // namespace allfold::command::explain
