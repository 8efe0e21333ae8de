#include "mpi/communicator/lookup.hpp"

#include <cstdint>
#include <memory>
#include <utility>

#include "mpi/communicator/attributes_in_use.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::communicator {

constinit thread_local RecentOfThread recent_of_thread;

namespace {

std::uint64_t current_generation() {
  return state::Process::generation.load(std::memory_order_acquire);
}

int attribute_goes(MPI_Comm /*comm*/, int /*keyval*/, void* state, void* /*unused*/) {
  auto* communicator = static_cast<Communicator*>(state);
  state::Process& owner = state::process();
  state::Process::generation.fetch_add(1, std::memory_order_acq_rel);
  // At MPI_Finalize, states are deleted before the MPI library calls back, if it does. Then `state`
  // is dangling.
  if (owner.strike_off(communicator)) Communicator::end(communicator);
  return MPI_SUCCESS;
}

/// Deletes the state of a communicator, if it has one. If `comm` is not a communicator, returns the
/// error, which the MPI library has raised.
int forget(MPI_Comm comm) {
  const int keyval = state::process().keyval();
  // The MPI library refuses to free these.
  if (keyval == MPI_KEYVAL_INVALID || comm == MPI_COMM_NULL || comm == MPI_COMM_WORLD ||
      comm == MPI_COMM_SELF)
    return MPI_SUCCESS;
  void* state = nullptr;
  int found = 0;
  const int error = PMPI_Comm_get_attr(comm, keyval, &state, &found);
  if (error == MPI_SUCCESS && found != 0)
    return state::process().native().comm_delete_attr(comm, keyval);
  return error;
}

}  // namespace

int find(MPI_Comm comm, Communicator*& state) {
  const std::uint64_t generation = current_generation();
  int error = MPI_SUCCESS;
  int found = 0;
  if (comm == MPI_COMM_SELF) {
    state = static_cast<Communicator*>(state::process().state_of_self());
    found = state != nullptr ? 1 : 0;
  } else {
    const int keyval = state::process().keyval(&attribute_goes, error);
    if (error == MPI_SUCCESS) error = PMPI_Comm_get_attr(comm, keyval, &state, &found);
    if (error != MPI_SUCCESS) return error;
  }
  if (found != 0) {
    recent_of_thread.of(comm) = {.comm = comm, .generation = generation, .state = state};
    return MPI_SUCCESS;
  }
  const AttributesInUse* user = AttributesInUse::find(comm);
  state = user != nullptr ? user->state() : nullptr;
  return MPI_SUCCESS;
}

Communicator& set_up(MPI_Comm comm) {
  state::Process& owner = state::process();
  const std::uint64_t generation = current_generation();
  auto made = owner.reserve.within([&] { return std::make_unique<Communicator>(comm); });
  made->agree();
  if (AttributesInUse* user = AttributesInUse::find(comm)) return user->keep(std::move(made));
  Communicator& state = attach(comm, std::move(made));
  recent_of_thread.of(comm) = {.comm = comm, .generation = generation, .state = &state};
  return state;
}

int free_communicator(decltype(&PMPI_Comm_free) native, MPI_Comm* comm) {
  MPI_Comm freed = comm != nullptr ? *comm : MPI_COMM_NULL;
  const AttributesInUse freeing(freed, AttributesInUse::Afterwards::end);
  state::process().first_calls.forget(freed);
  const int error = forget(freed);
  return error == MPI_SUCCESS ? native(comm) : error;
}

}  // namespace allfold::mpi::communicator
