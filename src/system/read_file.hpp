/// @file Reading of files.
#pragma once

#include <cstddef>
#include <string>

namespace allfold::system {

/// Reads a regular file of at most `most_bytes` bytes. Returns what went wrong, or "". Other files
/// are refused, since a pipe may block and a device may have no end. At most `most_bytes` + 1 bytes
/// are read.
[[nodiscard]] std::string read_file(const std::string& name, std::size_t most_bytes,
                                    std::string& content);

}  // namespace allfold::system
