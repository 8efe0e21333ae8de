/// @file The libraries that a program loads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/loading/executable.hpp"

namespace allfold::command::loading {

struct Library {
  std::string name;  ///< as it is asked for
  std::string path;  ///< "": the loader does not find it
};

/// What the loader would load with the program, and with LD_PRELOAD=`preload`, in its order. It is
/// asked, and the program does not run. None if the program has another loader than this command,
/// or the loader has no answer.
[[nodiscard]] std::optional<std::vector<Library>> libraries_of(const std::string& file,
                                                               const Executable& program,
                                                               const std::string& preload);

/// The MPI libraries among them, each file once.
[[nodiscard]] std::vector<Library> mpi_libraries(const std::vector<Library>& libraries);

/// The path of the one among them that refuses to start a program in which another library comes first:
/// the address sanitizer's, where it is not linked into the program itself. "": there is none.
[[nodiscard]] std::string library_to_be_first(const std::vector<Library>& libraries);

/// Which MPI a library of that file name is, as in "Open MPI 4 or 5".
[[nodiscard]] std::string_view mpi_of(std::string_view name);

}  // namespace allfold::command::loading
