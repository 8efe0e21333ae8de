/// @file Outcome: how a call ended on this rank, and who reports an error.
#pragma once

#include <mpi.h>

#include "mpi/native/native.hpp"

namespace allfold::mpi::run {

struct Outcome {
  int error = MPI_SUCCESS;
  /// How an error is reported.
  enum class Telling : unsigned char {
    is_done,                  ///< the MPI library has raised its error
    by_handler,               ///< the communicator's error handler must be called
    ends_the_job,             ///< as by_handler, but the other ranks are not told of the error
    is_done_and_ends_the_job  ///< as is_done, but the other ranks are not told of the error
  };
  Telling telling = Telling::by_handler;
  const char* last_words = nullptr;  ///< printed before the job is ended
};

/// This rank has no memory for what other ranks wait for.
[[nodiscard]] Outcome lack_of_memory();
/// The MPI library has raised an error on this rank, and refuses what other ranks wait for.
[[nodiscard]] Outcome refused_by_library(int error);

/// Raises an error through the communicator's handler if that has not been done, and returns it.
///
/// If the other ranks are not told, they may deadlock, or treat their data as valid. Then the
/// program's handler, which by default ends the job, is called; if it returns, Allfold ends the
/// job. A single rank continues.
int raised(const Outcome& outcome, MPI_Comm comm, const native::Native& native);

}  // namespace allfold::mpi::run
