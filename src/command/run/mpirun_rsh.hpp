/// @file The command line of MVAPICH's mpirun_rsh: options, hosts, variables ("NAME=value"), program.
#pragma once

#include <span>
#include <string>

namespace allfold::command::run {

/// Index of the word that names the program, before which variables can be added; `words.size()` if
/// there is none, as with a file of programs. `words` begin with the launcher. Throws UsageError if an
/// option is not known: the words after it may then be its value, hosts or the program.
[[nodiscard]] std::size_t program_of_mpirun_rsh(std::span<const std::string> words);

}  // namespace allfold::command::run
