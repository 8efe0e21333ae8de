/// @file Outcome: how a call went on this rank, and who is told.
#pragma once

#include <mpi.h>

#include "mpi/native.hpp"

namespace allfold::mpi {

struct Outcome {
  int error = MPI_SUCCESS;
  /// Who tells of an error.
  enum class Telling : unsigned char {
    is_done,                  ///< the MPI library, whose error it is, has raised it
    by_handler,               ///< the communicator's handler is to be called
    ends_the_job,             ///< the same, but the other ranks do not learn of the error
    is_done_and_ends_the_job  ///< the MPI library has raised it, and the other ranks do not learn of it
  };
  Telling telling = Telling::by_handler;
  const char* last_words = nullptr;  ///< before the job is ended
};

/// This rank has no memory for what other ranks wait for.
[[nodiscard]] Outcome lack_of_memory();
/// The MPI library has raised an error on this rank, and refuses what other ranks wait for.
[[nodiscard]] Outcome refused_by_library(int error);

/// Raises an error through the communicator's handler where that is still to be done, and returns
/// it.
///
/// Where this rank cannot tell the others, they may wait for it, or take what they have for right.
/// The program's handler decides, which by default ends the job; if it returns, Allfold ends it. A
/// rank without others goes on.
int raised(const Outcome& outcome, MPI_Comm comm, const Native& native);

}  // namespace allfold::mpi
