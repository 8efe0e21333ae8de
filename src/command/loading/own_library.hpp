/// @file The Allfold library that belongs to this command.
#pragma once

#include <string>
#include <vector>

namespace allfold::command::loading {

struct OwnLibrary {
  std::string file;     ///< absolute path to preload; "": Allfold is linked into this command
  std::string version;  ///< the value of ALLFOLD_VERSION
  std::string mpi;      ///< the MPI library that it has loaded here, for example "Open MPI 4.1.4"
};

/// The library that the loader has found for this command.
[[nodiscard]] OwnLibrary own_library();

/// The value for LD_PRELOAD: `first` (if not ""), then `others` (the present value), then this
/// library unless `others` name it already. It comes last because profiling tools among `others`
/// call Allfold's functions as the next ones.
[[nodiscard]] std::string preload_of(const OwnLibrary& library, const std::string& others,
                                     const std::string& first = "");

/// The entries of LD_PRELOAD, which are separated by blanks or colons.
[[nodiscard]] std::vector<std::string> preloaded(const std::string& value);

/// Whether this is the file name of an Allfold library.
[[nodiscard]] bool is_allfold(const std::string& file);

}  // namespace allfold::command::loading
