/// @file Announcements: reports what was chosen on a communicator, if the user asks for that.
#pragma once

#include <array>
#include <cstdint>

#include "mpi/decision.hpp"

namespace allfold::mpi {

class Announcements {
 public:
  /// With ALLFOLD_VERBOSE, rank 0 prints what serves such calls, once for each collective and size
  /// class. Trials are not reported.
  void note(const Decision& decision, const Agreement& agreement);

 private:
  void say(const Decision& decision, const Agreement& agreement);

  std::array<std::uint64_t, 2> said_ = {};  // one bit per size class, by collective
};

}  // namespace allfold::mpi
