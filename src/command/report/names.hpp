/// @file How a report names what a profile tells apart.
#pragma once

#include <map>
#include <set>
#include <string>

#include "profile/profile.hpp"

namespace allfold::command::report {

/// "8 B – 16 B"
[[nodiscard]] std::string name_of_size(const profile::Kind& kind);
/// "16 ranks"
[[nodiscard]] std::string name_of_ranks(int ranks);
/// "16 ranks, 4 on a node"
[[nodiscard]] std::string name_of_place(const profile::CommunicatorKind& kind);
/// "rows (16 ranks, 4 on a node)"
[[nodiscard]] std::string name_of(const profile::CommunicatorKind& kind);

/// Sites by addr2line, where that is installed and finds them: "assemble at solver.c:12", or "sum at
/// vector.h:8, inlined in assemble at solver.c:12"; otherwise "assemble+0x1c in solver".
class SiteNames {
 public:
  explicit SiteNames(const std::set<profile::Site>& sites);
  /// Of one of these sites.
  [[nodiscard]] const std::string& of(const profile::Site& site) const { return known_.at(site); }

 private:
  std::map<profile::Site, std::string> known_;
};

}  // namespace allfold::command::report
