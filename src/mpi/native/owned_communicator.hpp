/// @file Owned communicator: a communicator that Allfold has made for a while.
#pragma once

#include <mpi.h>

#include "mpi/native/native.hpp"

namespace allfold::mpi::native {

/// Freed by the destructor, which waits for no rank in the known MPI libraries.
class OwnedCommunicator {
 public:
  /// `comm` may be MPI_COMM_NULL.
  OwnedCommunicator(MPI_Comm comm, const Native& native) : comm_(comm), native_(native) {}
  ~OwnedCommunicator() {
    if (comm_ != MPI_COMM_NULL) native_.comm_free(&comm_);
  }
  OwnedCommunicator(const OwnedCommunicator&) = delete;
  OwnedCommunicator& operator=(const OwnedCommunicator&) = delete;
  [[nodiscard]] MPI_Comm comm() const { return comm_; }

 private:
  MPI_Comm comm_;
  const Native& native_;
};

}  // namespace allfold::mpi::native
