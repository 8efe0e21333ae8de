#include "mpi/attributes_in_use.hpp"

#include <utility>

#include "mpi/process.hpp"

namespace allfold::mpi {

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
    attach(comm_, std::move(state_));
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
  Process& owner = process();
  owner.enlist(*state);
  Communicator& attached = *state.release();
  PMPI_Comm_set_attr(comm, owner.keyval(), &attached);
  return attached;
}

}  // namespace allfold::mpi
