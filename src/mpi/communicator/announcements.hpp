/// @file Announcements: reports what was chosen on a communicator, if the user asks for that.
#pragma once

#include <array>
#include <cstdint>

#include "mpi/run/decision.hpp"

namespace allfold::mpi::communicator {

class Announcements {
 public:
  /// With ALLFOLD_VERBOSE, rank 0 prints what serves such calls, once for each collective and size
  /// class. Trials are not reported.
  void note(const run::Decision& decision, const setup::Agreement& agreement);

 private:
  void say(const run::Decision& decision, const setup::Agreement& agreement);

  std::array<std::uint64_t, 2> said_ = {};  // one bit per size class, by collective
};

}  // namespace allfold::mpi::communicator
