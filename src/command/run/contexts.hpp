/// @file The contexts of a launcher's command line: "mpirun -n 1 a : -n 3 b" has two.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "command/loading/launcher.hpp"

namespace allfold::command::run {

/// A context, given by indices of words of the command line.
struct Context {
  std::size_t begin = 0;  ///< index of its first word
  std::size_t end = 0;    ///< index after its last word
  /// Index of the word that names the program. `end` if it cannot be determined: an option is
  /// unknown, or there is no program.
  std::size_t program = 0;
  std::string directory = {};  ///< the ranks' working directory if an option sets it; or ""
};

/// `words` begin with the launcher, which belongs to no context. Throws UsageError if mpirun_rsh gets an
/// unknown option.
[[nodiscard]] std::vector<Context> contexts_of(loading::Launcher::Family family,
                                               std::span<const std::string> words);

}  // namespace allfold::command::run
