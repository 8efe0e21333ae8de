/// @file The libraries that a program loads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/loading/executable.hpp"

namespace allfold::command::loading {

struct Library {
  std::string name;  ///< as the program requests it
  std::string path;  ///< "": not found by the loader
};

/// The libraries that the loader would load with the program and with LD_PRELOAD=`preload`, in the
/// loader's order. The loader is asked for its list; the program does not run. Absent if the
/// program has another loader than this command, or if the loader gives no answer.
[[nodiscard]] std::optional<std::vector<Library>> libraries_of(const std::string& file,
                                                               const Executable& program,
                                                               const std::string& preload);

/// The MPI libraries in the list, each file once.
[[nodiscard]] std::vector<Library> mpi_libraries(const std::vector<Library>& libraries);

/// The path of the library in the list that must be loaded before all others: the address
/// sanitizer's, unless it is linked into the program itself. "" if there is none.
[[nodiscard]] std::string library_to_be_first(const std::vector<Library>& libraries);

/// The MPI implementation of a library with this file name, for example "Open MPI 4 or 5".
[[nodiscard]] std::string_view mpi_of(std::string_view name);

}  // namespace allfold::command::loading
