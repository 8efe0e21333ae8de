/// @file Decides whether Allfold can be loaded into a program.
#pragma once

#include <cstdint>
#include <string>

#include "command/loading/own_library.hpp"

namespace allfold::command::loading {

struct Fitness {
  /// Whether Allfold can serve the program.
  enum class Suitability : std::uint8_t {
    served,     ///< the library can be preloaded, and the program uses the same MPI library
    linked,     ///< the program already contains Allfold
    undecided,  ///< not known: it may start or load another program that is served
    missing,    ///< no such program on this node
    refused     ///< the program cannot be served
  };
  Suitability suitability = Suitability::undecided;
  std::string why = {};     ///< text for messages
  std::string remedy = {};  ///< what to do, if refused or missing
  std::string first = {};   ///< the library that LD_PRELOAD must name first, or ""
};

/// Inspects the program in `file` as it would run with LD_PRELOAD=`preload`, without running it.
[[nodiscard]] Fitness fitness_of(const std::string& file, const OwnLibrary& library,
                                 const std::string& preload);

}  // namespace allfold::command::loading
