#include "mpi/communicator/attributes_in_use.hpp"

#include <utility>

#include "mpi/run/outcome.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::communicator {

namespace {

/// Ends the job if the attribute is refused: other ranks have their states, and would wait for this
/// rank.
void attach_or_end_the_job(MPI_Comm comm, std::unique_ptr<Communicator> state) noexcept {
  try {
    try {
      attach(comm, std::move(state));
    } catch (const RefusedAttribute& refused) {
      run::raised(run::refused_by_library(refused.error), comm, state::process().native());
    }
  } catch (...) {
    // An exception of the error handler, which must not leave a call of the MPI library.
  }
}

}  // namespace

thread_local AttributesInUse* AttributesInUse::innermost = nullptr;

AttributesInUse::AttributesInUse(MPI_Comm comm, Afterwards afterwards)
    : comm_(comm), afterwards_(afterwards), outer_(innermost) {
  innermost = this;
}

AttributesInUse::~AttributesInUse() {
  innermost = outer_;
  if (state_ == nullptr) return;
  if (AttributesInUse* outer = find(comm_)) {
    outer->state_ = std::move(state_);
  } else if (afterwards_ == Afterwards::attach) {
    attach_or_end_the_job(comm_, std::move(state_));
  }
}

AttributesInUse* AttributesInUse::find(MPI_Comm comm) {
  AttributesInUse* found = innermost;
  while (found != nullptr && found->comm_ != comm) found = found->outer_;
  return found;
}

Communicator& AttributesInUse::keep(std::unique_ptr<Communicator> state) {
  return *(state_ = std::move(state));
}

Communicator& attach(MPI_Comm comm, std::unique_ptr<Communicator> state) {
  state::Process& owner = state::process();
  if (comm == MPI_COMM_SELF)
    owner.keep_for_self(*state);
  else if (const int error = PMPI_Comm_set_attr(comm, owner.keyval(), state.get());
           error != MPI_SUCCESS)
    throw RefusedAttribute{error};
  owner.enlist(*state);
  return *state.release();
}

}  // namespace allfold::mpi::communicator
