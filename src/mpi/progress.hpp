/// @file Progress: messages to and from this process move while it waits in shared memory.
#pragma once

#include <mpi.h>

#include <atomic>

namespace allfold::mpi {

/// A request that nobody completes: whoever asks for its status has the MPI library look after all
/// messages. (To probe would not do: a message might be found, and others not moved then; and MPICH
/// looks after none when a communicator of one process is probed.)
class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From any thread that may call the MPI library.
  void make();
  /// Drops the request; MPI ends.
  void close();

 private:
  enum class State { none, being_made, made };

  std::atomic<State> state_ = State::none;
  MPI_Request never_ = MPI_REQUEST_NULL;
};

}  // namespace allfold::mpi
