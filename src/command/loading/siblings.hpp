/// @file Installations of Allfold beside this one, for other MPI libraries:
/// PREFIX/openmpi/bin/allfold, PREFIX/mpich/bin/allfold, ...
#pragma once

#include <string>
#include <vector>

#include "command/loading/own_library.hpp"

namespace allfold::command::loading {

struct Sibling {
  std::string command;  ///< its `allfold`
  OwnLibrary library;   ///< `mpi` is the kind only, for example "Open MPI 4 or 5"
};

/// The siblings of this command, in the order of their names. Only those with the owner of this
/// command, or of root: others could be put beside it by anybody, for example in /tmp.
[[nodiscard]] std::vector<Sibling> siblings();

/// Replaces this process by the sibling's command, with the same arguments. Returns only if that
/// fails.
void become(const Sibling& sibling);

}  // namespace allfold::command::loading
