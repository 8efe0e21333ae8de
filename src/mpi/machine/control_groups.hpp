/// @file Control groups: what they say of this process.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allfold::mpi::machine {

/// A file that control groups have.
struct GroupFile {
  std::string_view name;         ///< in version 2 of control groups
  std::string_view controller;   ///< of version 1
  std::string_view former_name;  ///< in version 1
};

/// The first line of the file in this process's control group, and in each group above it that has
/// the file, from the lowest up. `root` is prefixed to the paths of system files, for tests.
[[nodiscard]] std::vector<std::string> lines_of_groups(const GroupFile& file,
                                                       const std::string& root = "");

}  // namespace allfold::mpi::machine
