/// @file Rank file: a file that each rank may write, by one setting for all.
#pragma once

#include <string>
#include <string_view>

#include "system/written_file.hpp"

namespace allfold::mpi::record {

/// Writes the file that the setting names, with the job's number for "%j"; ranks other than 0 append
/// their number. If it is a folder, writes a new file in it, PROGRAM-HOST-PID and `ending`.
[[nodiscard]] system::NewFile write_file_of_rank(const std::string& setting, int rank,
                                                 std::string_view ending, const std::string& text);

}  // namespace allfold::mpi::record
