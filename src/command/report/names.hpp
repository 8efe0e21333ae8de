/// @file The names of a report for the kinds of calls in a profile.
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

/// Names of call sites from addr2line: "assemble at solver.c:12", or "sum at vector.h:8, inlined in
/// assemble at solver.c:12". If addr2line is not installed or does not find the site:
/// "assemble+0x1c in solver".
class SiteNames {
 public:
  explicit SiteNames(const std::set<profile::Site>& sites);
  /// The name of one of the sites given to the constructor.
  [[nodiscard]] const std::string& of(const profile::Site& site) const { return known_.at(site); }

 private:
  std::map<profile::Site, std::string> known_;
};

}  // namespace allfold::command::report
