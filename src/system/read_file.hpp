/// @file Files that are read.
#pragma once

#include <cstddef>
#include <string>

namespace allfold::system {

/// Reads a regular file of at most `most_bytes`; returns what went wrong, or "". Nothing else is
/// read (a pipe could block, a device may have no end), and no more than `most_bytes` are
/// allocated.
[[nodiscard]] std::string read_file(const std::string& name, std::size_t most_bytes,
                                    std::string& content);

}  // namespace allfold::system
