#include "mpi/run/outcome.hpp"

#include "mpi/user/print.hpp"

namespace allfold::mpi::run {

Outcome lack_of_memory() {
  return {.error = MPI_ERR_NO_MEM,
          .telling = Outcome::Telling::ends_the_job,
          .last_words =
              "allfold: a reduction: out of memory on this rank, and other ranks "
              "wait for it: the job ends; give the ranks more memory\n"};
}

Outcome refused_by_library(int error) {
  return {.error = error,
          .telling = Outcome::Telling::is_done_and_ends_the_job,
          .last_words =
              "allfold: a reduction: the MPI library refused an attribute of the "
              "communicator on this rank, and other ranks wait for it: the job ends; set the error "
              "handler MPI_ERRORS_ARE_FATAL to see its error\n"};
}

int raised(const Outcome& outcome, MPI_Comm comm, const native::Native& native) {
  if (outcome.error == MPI_SUCCESS || outcome.telling == Outcome::Telling::is_done)
    return outcome.error;
  if (outcome.telling != Outcome::Telling::is_done_and_ends_the_job)
    PMPI_Comm_call_errhandler(comm, outcome.error);
  if (outcome.telling == Outcome::Telling::by_handler) return outcome.error;
  int ranks = 1;
  PMPI_Comm_size(comm, &ranks);
  if (ranks > 1) {
    user::print(outcome.last_words);
    native.abort(comm, outcome.error);
  }
  return outcome.error;
}

}  // namespace allfold::mpi::run
