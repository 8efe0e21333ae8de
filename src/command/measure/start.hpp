/// @file The ranks, their nodes, and a common start of all of them.
#pragma once

#include <mpi.h>

namespace allfold::command::measure {

/// Seconds on CLOCK_MONOTONIC.
[[nodiscard]] double now();

/// Properties of a communicator's ranks. Equal on all ranks, except for those of the own node.
struct Surroundings {
  int rank = 0;
  int ranks = 1;
  int hosts = 1;           ///< number of host names
  int ranks_per_node = 1;  ///< ranks that can share memory, on the node that has most
  int processors = 1;      ///< processors that the neighbours may use, in all
  int neighbours = 1;      ///< ranks with this rank's clock and processors; includes itself
  [[nodiscard]] bool is_clock_shared() const { return neighbours == ranks; }
  [[nodiscard]] bool is_crowded() const { return neighbours > processors; }
};

/// Collective.
[[nodiscard]] Surroundings survey(MPI_Comm comm);

/// A barrier in which ranks sleep, so that the last one has the processors for itself until it
/// arrives.
void meet_asleep(MPI_Comm comm);
/// The value of rank 0, on all ranks. They sleep until it arrives.
[[nodiscard]] int told_asleep(int value, MPI_Comm comm);

/// Makes all ranks start together: at an agreed moment if they share a clock, otherwise after a
/// barrier, which releases its ranks within one to three latencies. All members are collective.
class Start {
 public:
  Start(MPI_Comm comm, const Surroundings& surroundings);

  struct Signal {
    double moment;  ///< when the measured time begins
    bool is_late;   ///< this rank arrived after the moment
  };
  /// Waits for the start.
  Signal wait();
  /// Leaves more time before the next moments; to be called if ranks were late.
  void widen();

 private:
  [[nodiscard]] double agreed_moment();
  void wait_until(double moment) const;

  MPI_Comm comm_;
  Surroundings surroundings_;
  double margin_ = 0;
};

}  // namespace allfold::command::measure
