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

struct NewFile {
  std::string name;
  std::string problem;  ///< "" if it is written
};

/// Writes a file that was not there: in the folder, which is made, with those above it, if it is
/// not there, NAME followed by the ending, or by -2 and the ending, and so on.
[[nodiscard]] NewFile write_new_file(const std::string& folder, const std::string& name,
                                     std::string_view ending, const std::string& content);

/// What would keep write_file() from writing, as far as that can be told before; "" if nothing
/// would. Leaves nothing behind.
[[nodiscard]] std::string obstacle_to_writing(const std::string& name);

}  // namespace allfold::system
