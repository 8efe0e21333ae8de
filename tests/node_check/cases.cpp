#include "node_check/cases.hpp"

#include <algorithm>
#include <stdexcept>

#include "node_check/case_parts.hpp"

namespace allfold::testing {

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> joined;
    for (const auto& some : {short_cases(), long_cases(), level_cases(), group_cases()})
      joined.insert(joined.end(), some.begin(), some.end());
    return joined;
  }();
  return all;
}

const Case& case_of(const std::string& name) {
  const auto found = std::ranges::find(cases(), name, &Case::name);
  if (found == cases().end()) throw std::out_of_range(name + ": unknown case");
  return *found;
}

}  // namespace allfold::testing
