/// @file Meetings: ranks of a simulated host wait for each other, without cost.
#pragma once

#include <cstdint>

namespace allfold::simulation {

/// Returns on `ranks` ranks of this host when all of them have called it for this communicator. All
/// ranks share the state of meetings: see docs/internals/scale.md.
__attribute__((visibility("default"))) void meet_on_host(std::uint64_t communicator, int ranks);

}  // namespace allfold::simulation
