/// @file The contexts of a launcher's command line: mpirun -n 1 a : -n 3 b has two.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "command/loading/launcher.hpp"

namespace allfold::command::run {

/// A context, as indices of the words of the command line.
struct Context {
  std::size_t begin = 0;  ///< its first word
  std::size_t end = 0;    ///< the word after its last
  /// The word that names the program; `end` if that cannot be told: an option is not known, or there
  /// is no program.
  std::size_t program = 0;
  std::string directory = {};  ///< of the ranks, as an option sets it, or ""
};

/// `words` begin with the launcher, which is in no context.
[[nodiscard]] std::vector<Context> contexts_of(loading::Launcher::Family family,
                                               std::span<const std::string> words);

}  // namespace allfold::command::run
