/// @file Files that are written.
#pragma once

#include <string>
#include <string_view>

namespace allfold::system {

/// Writes a file as a whole or not at all; returns what went wrong, or "".
///
/// The content goes to a new file in the same folder, which then takes the name. A file that is
/// there keeps its permissions and, where possible, its owner. A symbolic link stays, and what it
/// points to is written. What is no regular file, such as a pipe, and what a process has open
/// (/dev/stdout, /proc/self/fd/3) is written directly.
[[nodiscard]] std::string write_file(const std::string& name, const std::string& content);

/// Whether the name is that of a folder: it ends in '/', or there is such a folder.
[[nodiscard]] bool is_folder(const std::string& name);

/// In a folder, PROGRAM-HOST-PID followed by `ending`, which no other process has; the folder and those
/// above it are made if they are not there. Another name is returned as it is.
[[nodiscard]] std::string file_of_process(const std::string& name, std::string_view ending);

/// What would keep write_file() from writing, as far as that can be told before; "" if nothing
/// would. Leaves nothing behind.
[[nodiscard]] std::string obstacle_to_writing(const std::string& name);

}  // namespace allfold::system
