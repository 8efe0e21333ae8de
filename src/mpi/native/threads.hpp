/// @file Threads: whether several threads may call MPI at the same time.
#pragma once

#include <mpi.h>

namespace allfold::mpi::native {

enum class Threads : unsigned char {
  take_turns,  ///< one call at a time, from any thread
  at_once
};

/// The thread level with which the program has initialised MPI, which must be running.
[[nodiscard]] inline Threads threads_of_process() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level == MPI_THREAD_MULTIPLE ? Threads::at_once : Threads::take_turns;
}

}  // namespace allfold::mpi::native
