/// @file Look-up: finds the state of a communicator by its handle.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "mpi/communicator/communicator.hpp"
#include "mpi/native/handle.hpp"
#include "mpi/native/native.hpp"
#include "mpi/state/process.hpp"

namespace allfold::mpi::communicator {

/// A state that a thread has used. The generation detects that the handle was reused for another
/// communicator.
struct Used {
  MPI_Comm comm = {};
  std::uint64_t generation = 0;  ///< 0: there is none
  Communicator* state = nullptr;
};
/// The states that the thread has used most recently, by the handle. Programs reduce on a few
/// communicators in turn.
class RecentOfThread {
 public:
  [[nodiscard]] Used& of(MPI_Comm comm) {
    constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15U;  // Knuth, volume 3
    return used_[(native::number_of(comm) * golden_ratio) >> (64 - bits)];
  }

 private:
  static constexpr unsigned bits = 2;
  std::array<Used, std::size_t{1} << bits> used_ = {};
};
// This TLS model and a constant initialiser make the access possible without a function call.
// Simulated ranks each load a copy of the library, for which static TLS has no room, so the build
// chooses the model.
[[gnu::tls_model(ALLFOLD_TLS_MODEL)]] extern constinit thread_local RecentOfThread recent_of_thread;

/// The state of `comm` if it is among the most recent ones of this thread; otherwise null.
[[nodiscard]] inline Communicator* find_used(MPI_Comm comm) {
  const Used& used = recent_of_thread.of(comm);
  // Acquire: what was deleted before is seen to be deleted.
  return used.comm == comm &&
                 used.generation == state::Process::generation.load(std::memory_order_acquire)
             ? used.state
             : nullptr;
}

/// Finds the state of `comm`; null if it is not set up. If `comm` is not a communicator, returns
/// the error, which the MPI library has raised.
[[nodiscard]] int find(MPI_Comm comm, Communicator*& state);

/// Sets up the state of `comm`, which must have none. Collective over `comm`.
[[nodiscard]] Communicator& set_up(MPI_Comm comm);

/// Frees a communicator by the MPI library's own function.
///
/// The state is deleted first, on all ranks, since the MPI library deletes attributes in the order
/// in which each rank has set them. If a callback of the program then reduces on the communicator
/// while it is being freed, another state is made, which ends here.
int free_communicator(decltype(&PMPI_Comm_free) native, MPI_Comm* comm);

}  // namespace allfold::mpi::communicator
