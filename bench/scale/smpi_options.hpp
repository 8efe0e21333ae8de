/// @file SMPI's options for a simulation.
#pragma once

#include <string>
#include <vector>

namespace allfold::bench {

/// Messages cost what LogGP prescribes, and nothing else takes simulated time. `overhead`: seconds
/// of a message at each of its ends. `folder`: for copies of the ranks' module.
[[nodiscard]] std::vector<std::string> smpi_options(const std::string& overhead,
                                                    const std::string& folder);

}  // namespace allfold::bench
