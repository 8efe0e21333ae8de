/// @file Driver: what the ranks of a job do, group by group.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <vector>

#include "command/bench/session.hpp"

namespace allfold::command::bench {

/// Measures on the first ranks of a communicator, of which the others sleep meanwhile. All members
/// are collective.
class Driver {
 public:
  Driver(const measure::Request& request, const measure::Setup& setup,
         const measure::Surroundings& there, MPI_Comm comm);

  /// Returns the signal that ended it early, or 0. Throws UsageError and measure::Failure on all
  /// ranks, of which rank 0 knows why.
  int run();

 private:
  struct Group {
    MPI_Comm comm;
    measure::Surroundings there;
  };

  /// Of all that is to be measured.
  [[nodiscard]] int points() const;
  [[nodiscard]] bool wants_sizes() const;
  [[nodiscard]] bool wants_overhead() const;

  /// Some ranks work, rank 0 among them, while the others sleep. What is thrown on those is thrown
  /// on all.
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
  std::vector<int> numbers_;  ///< of ranks
  std::optional<Session> session_;
  int stopped_by_ = 0;  ///< on all ranks that work
};

}  // namespace allfold::command::bench
