/// @file What shapes shared memory on this node.
#pragma once

#include <string>

#include "rules/rules.hpp"

namespace allfold::command::explain {

/// How so many ranks, which run as this process does, would share memory here: a table of what the
/// system tells, and what follows from that and from these rules. Throws UsageError if no such ranks can.
[[nodiscard]] std::string text_of_node(int ranks, const rules::Rules& rules);

}  // namespace allfold::command::explain
