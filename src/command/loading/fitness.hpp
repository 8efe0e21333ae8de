/// @file Whether Allfold can be loaded into a program.
#pragma once

#include <cstdint>
#include <string>

#include "command/loading/own_library.hpp"

namespace allfold::command::loading {

struct Fitness {
  enum class Verdict : std::uint8_t {
    served,     ///< the library is loaded, and the program uses the same MPI library
    linked,     ///< the program has Allfold already
    undecided,  ///< it may start or load another program that is served
    missing,    ///< there is no such program on this node
    refused     ///< it cannot be served
  };
  Verdict verdict = Verdict::undecided;
  std::string why = {};     ///< as a message says it
  std::string remedy = {};  ///< if it is refused or missing
  std::string first = {};   ///< the library that LD_PRELOAD has to name before all others, or ""
};

/// Judges the program in that file, as it would run with LD_PRELOAD=`preload`; it does not run.
[[nodiscard]] Fitness fitness_of(const std::string& file, const OwnLibrary& library,
                                 const std::string& preload);

}  // namespace allfold::command::loading
