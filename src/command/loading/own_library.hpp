/// @file The library that belongs to this command.
#pragma once

#include <string>
#include <vector>

namespace allfold::command::loading {

struct OwnLibrary {
  std::string file;     ///< absolute, to preload; "": Allfold is linked into this command
  std::string version;  ///< as in ALLFOLD_VERSION
  std::string mpi;      ///< which MPI library it has loaded here, as in "Open MPI 4.1.4"
};

/// The library that the loader has found for this command.
[[nodiscard]] OwnLibrary own_library();

/// `others` (as of LD_PRELOAD) with this library after them, unless it is there already: profiling
/// tools among them may call Allfold's functions as the next ones. `first` goes before all of them;
/// "": none.
[[nodiscard]] std::string preload_of(const OwnLibrary& library, const std::string& others,
                                     const std::string& first = "");

/// The entries of LD_PRELOAD: blanks and colons are between them.
[[nodiscard]] std::vector<std::string> preloaded(const std::string& value);

/// Whether this is the name of a library of Allfold's.
[[nodiscard]] bool is_allfold(const std::string& file);

}  // namespace allfold::command::loading
