/// @file The ranks, their nodes, and moments at which all of them start together.
#pragma once

#include <mpi.h>

namespace allfold::command::measure {

/// Seconds on CLOCK_MONOTONIC.
[[nodiscard]] double now();

/// What is known of a communicator's ranks; equal on all of them but for the node's processors.
struct Surroundings {
  int rank = 0;
  int ranks = 1;
  int hosts = 1;           ///< by name
  int ranks_per_node = 1;  ///< of those that can share memory, where most can
  int processors = 1;      ///< that the neighbours may use, in all
  int neighbours = 1;      ///< ranks that share this rank's clock, so its processors; itself too
  [[nodiscard]] bool is_clock_shared() const { return neighbours == ranks; }
  [[nodiscard]] bool is_crowded() const { return neighbours > processors; }
};

/// Collective.
[[nodiscard]] Surroundings survey(MPI_Comm comm);

/// A barrier whose ranks wait for the last one asleep: what it does meanwhile has the processors for
/// itself.
void meet_asleep(MPI_Comm comm);
/// Rank 0's value, on all ranks, which wait for it asleep.
[[nodiscard]] int told_asleep(int value, MPI_Comm comm);

/// Has all ranks begin together: at an agreed moment of the clock where they share one, else after
/// a barrier, which lets its ranks go one to three latencies apart. Members are collective.
class Start {
 public:
  Start(MPI_Comm comm, const Surroundings& surroundings);

  struct Signal {
    double moment;  ///< from which time counts
    bool is_late;   ///< this rank came only after the moment
  };
  /// Waits.
  Signal wait();
  /// Leaves more time before the moments to come; ranks came late.
  void widen();

 private:
  [[nodiscard]] double agreed_moment();
  void wait_until(double moment) const;

  MPI_Comm comm_;
  Surroundings surroundings_;
  double margin_ = 0;
};

}  // namespace allfold::command::measure
