#include "mpi/state/first_calls.hpp"

#include <cstdint>

#include "mpi/memory/bucket.hpp"
#include "mpi/native/handle.hpp"

namespace allfold::mpi::state {

FirstCalls::Counted& FirstCalls::bucket(MPI_Comm comm) {
  return counted_[memory::bucket_of(std::array<std::uint64_t, 1>{native::number_of(comm)},
                                    buckets)];
}

bool FirstCalls::take(MPI_Comm comm, schedule::Collective collective,
                      const select::Configuration& configuration) {
  const bool is_usual = configuration.mode == select::Mode::automatic &&
                        configuration.reproducible == 0 &&
                        configuration.tuning == select::Tuning::off && configuration.verbose == 0 &&
                        configuration.wish(collective).kind == select::Wish::Kind::automatic;
  // These two communicators are never freed.
  if (!is_usual || comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) return false;
  Counted& counted = bucket(comm);
  // Relaxed: nothing else is published with these numbers.
  if (counted.comm.exchange(comm, std::memory_order_relaxed) != comm)
    counted.calls.store(0, std::memory_order_relaxed);
  return counted.calls.fetch_add(1, std::memory_order_relaxed) < most;
}

void FirstCalls::forget(MPI_Comm comm) {
  Counted& counted = bucket(comm);
  if (counted.comm.load(std::memory_order_relaxed) == comm)
    counted.calls.store(0, std::memory_order_relaxed);
}

}  // namespace allfold::mpi::state
