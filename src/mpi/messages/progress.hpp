/// @file Progress: progresses the messages of this process while it waits in shared memory.
#pragma once

#include <mpi.h>

#include <atomic>

namespace allfold::mpi::messages {

/// Uses a request that is never completed: testing its status makes the MPI library progress all
/// messages. (MPI_Iprobe is not enough: it may find a message and return without progressing
/// others, and MPICH progresses none if a communicator of one process is probed.)
class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// May be called from any thread that may call the MPI library.
  void make();
  /// Frees the request, before MPI ends.
  void close();

 private:
  enum class State { none, being_made, made };

  std::atomic<State> state_ = State::none;
  MPI_Request never_ = MPI_REQUEST_NULL;
};

}  // namespace allfold::mpi::messages
