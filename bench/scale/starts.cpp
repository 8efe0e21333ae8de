#include "starts.hpp"

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/engine.h>

#include <algorithm>

namespace allfold::bench {

double now() { return simgrid_get_clock(); }

void wait_until(double then) {
  if (then > now()) sg_actor_sleep_until(then);
}

double greatest_of_all(double own) {
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  constexpr int tag = 1;
  int step = 1;
  for (; step < ranks && rank % (2 * step) == 0; step *= 2) {
    if (rank + step >= ranks) continue;
    double other = 0;
    PMPI_Recv(&other, 1, MPI_DOUBLE, rank + step, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    own = std::max(own, other);
  }
  if (rank != 0) {
    PMPI_Send(&own, 1, MPI_DOUBLE, rank - step, tag, MPI_COMM_WORLD);
    PMPI_Recv(&own, 1, MPI_DOUBLE, rank - step, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (step /= 2; step >= 1; step /= 2)
    if (rank + step < ranks) PMPI_Send(&own, 1, MPI_DOUBLE, rank + step, tag, MPI_COMM_WORLD);
  return own;
}

double Starts::timed(const std::function<void()>& prepare, const std::function<void()>& call) {
  constexpr double rest = 1e-3;  // afterwards the network is idle
  if (next_ == 0) next_ = greatest_of_all(now()) + rest;
  wait_until(next_);
  prepare();
  const double start = next_ + rest;
  wait_until(start);
  call();
  const double end = greatest_of_all(now());
  next_ = end + rest;
  return end - start;
}

}  // namespace allfold::bench
