#include "mpi/messages/progress.hpp"

namespace allfold::mpi::messages {

namespace {

int nothing_to_query(void* /*state*/, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
int nothing_to_free(void* /*state*/) { return MPI_SUCCESS; }
int nothing_to_cancel(void* /*state*/, int /*is_complete*/) { return MPI_SUCCESS; }

}  // namespace

void Progress::make() {
  if (state_.load(std::memory_order_acquire) != State::made) {
    State none = State::none;
    if (!state_.compare_exchange_strong(none, State::being_made))
      return;  // another thread is creating it
    if (PMPI_Grequest_start(nothing_to_query, nothing_to_free, nothing_to_cancel, nullptr,
                            &never_) != MPI_SUCCESS) {
      state_.store(State::none);
      return;
    }
    state_.store(State::made, std::memory_order_release);
  }
  int is_complete = 0;
  PMPI_Request_get_status(never_, &is_complete, MPI_STATUS_IGNORE);
}

void Progress::close() {
  if (state_.exchange(State::none) != State::made) return;
  PMPI_Grequest_complete(never_);
  PMPI_Wait(&never_, MPI_STATUS_IGNORE);
}

}  // namespace allfold::mpi::messages
