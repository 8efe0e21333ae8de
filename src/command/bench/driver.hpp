/// @file Driver: runs the benchmark on one group of ranks after another.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <vector>

#include "command/bench/session.hpp"

namespace allfold::command::bench {

/// Measures on the first ranks of a communicator while the others sleep. All members are
/// collective.
class Driver {
 public:
  Driver(const measure::Request& request, const measure::Setup& setup,
         const measure::Surroundings& there, MPI_Comm comm);

  /// Returns the signal that ended the run early, or 0. Throws UsageError or measure::Failure on
  /// all ranks; the exception of rank 0 carries the reason.
  int run();

 private:
  struct Group {
    MPI_Comm comm;
    measure::Surroundings there;
  };

  /// The number of points to measure.
  [[nodiscard]] int points() const;
  [[nodiscard]] bool wants_sizes() const;
  [[nodiscard]] bool wants_overhead() const;

  /// Runs `work` on the ranks with `works`, among them rank 0, while the others sleep. An exception
  /// on those ranks is thrown on all.
  void together(bool works, const std::function<void()>& work);
  void measure_on_first(int ranks);
  void measure(const Group& group);
  void measure_sizes(const Group& group);
  void measure_point(const Group& group, Comparison& comparison, const measure::Match& match,
                     measure::Timing timing, int count);
  void measure_overhead();
  void measure_communicators(const Group& group);
  void measure_limits(const Group& group);

  const measure::Request& request_;
  const measure::Setup& setup_;
  measure::Surroundings there_;
  MPI_Comm comm_;
  std::vector<int> numbers_;  ///< numbers of ranks to measure
  std::optional<Session> session_;
  int stopped_by_ = 0;  ///< a signal, or 0; equal on all ranks after together()
};

}  // namespace allfold::command::bench
