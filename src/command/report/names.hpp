/// @file How a report names what a profile tells apart.
#pragma once

#include <map>
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

/// Sites by addr2line, where that is installed and finds them: "assemble at solver.c:12", otherwise
/// "assemble+0x1c in solver". Each is asked for once.
class SiteNames {
 public:
  [[nodiscard]] std::string of(const profile::Site& site);

 private:
  std::map<profile::Site, std::string> known_;
};

}  // namespace allfold::command::report
