/// @file Writing of files.
#pragma once

#include <string>
#include <string_view>

namespace allfold::system {

/// Writes a file as a whole or not at all. Returns what went wrong, or "".
///
/// The content goes to a new file in the same folder, which is then renamed to `name`. An existing
/// file keeps its permissions and, where possible, its owner. A symbolic link is kept, and the file
/// that it points to is written. These are appended to in place: anything that is not a regular
/// file, such as a pipe, and what a process has open (/dev/stdout, /proc/self/fd/3).
[[nodiscard]] std::string write_file(const std::string& name, const std::string& content);

/// Whether the name denotes a folder: it ends in '/', or a folder of that name exists.
[[nodiscard]] bool is_folder(const std::string& name);

struct NewFile {
  std::string name;
  std::string problem;  ///< "" if it was written
};

/// Writes a file whose name was not in use: `name` + `ending` in the folder, or `name` + "-2" +
/// `ending`, and so on. The folder and its parents are created if needed.
[[nodiscard]] NewFile write_new_file(const std::string& folder, const std::string& name,
                                     std::string_view ending, const std::string& content);

/// What would prevent write_file() from writing, as far as that can be found out beforehand; "" if
/// nothing would. Leaves no file behind.
[[nodiscard]] std::string obstacle_to_writing(const std::string& name);

}  // namespace allfold::system
