/// @file Threads: whether several threads may call MPI at once.
#pragma once

#include <mpi.h>

namespace allfold::mpi {

enum class Threads : unsigned char {
  take_turns,  ///< all calls come one after the other, from whatever thread
  at_once
};

/// As the program has initialized MPI, which is running.
[[nodiscard]] inline Threads threads_of_process() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level == MPI_THREAD_MULTIPLE ? Threads::at_once : Threads::take_turns;
}

}  // namespace allfold::mpi
