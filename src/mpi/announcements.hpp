/// @file Announcements: what was chosen on a communicator, said where the user wants to know.
#pragma once

#include <array>
#include <cstdint>

#include "mpi/decision.hpp"

namespace allfold::mpi {

class Announcements {
 public:
  /// Rank 0 says what serves such calls, once for each collective and size class, if ALLFOLD_VERBOSE
  /// asks for it. Trials are not said.
  void note(const Decision& decision, const Agreement& agreement);

 private:
  void say(const Decision& decision, const Agreement& agreement);

  std::array<std::uint64_t, 2> said_ = {};  // by collective: a bit for each size class
};

}  // namespace allfold::mpi
