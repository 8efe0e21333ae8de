/// @file Cases: the protocols of the node level that are checked.
#pragma once

#include <string>
#include <vector>

#include "node_check/checked_ranks.hpp"
#include "node_check/exploration.hpp"

namespace allfold::testing {

[[nodiscard]] const std::vector<Case>& cases();
/// Throws std::out_of_range if there is none with this name.
[[nodiscard]] const Case& case_of(const std::string& name);

/// A fault that the check has to find in a case.
struct KnownFault {
  FieldMutation mutation;
  std::string in;  ///< a case
};
[[nodiscard]] const std::vector<KnownFault>& known_faults();
[[nodiscard]] std::string name_of(const FieldMutation& mutation);
/// Looks for a known fault: by search, and then at random.
[[nodiscard]] Explored found(const KnownFault& fault);

}  // namespace allfold::testing
