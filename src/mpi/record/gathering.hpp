/// @file Gathering: whether the ranks gather their reports at MPI_Finalize.
#pragma once

#include <mpi.h>

#include <atomic>

#include "select/configuration.hpp"

namespace allfold::mpi::record {

/// Whether the ranks of MPI_COMM_WORLD gather their reports.
///
/// In MPI_Finalize a rank must not wait for a rank that has other variables or does not load
/// Allfold. Only the set-up of a communicator of all ranks shows that every rank will take part.
/// Without it, each rank reports for itself.
class Gathering {
 public:
  /// A communicator was set up, with a configuration that its ranks have agreed on.
  void note(MPI_Comm comm, const select::Configuration& agreed);

  [[nodiscard]] bool has_statistics() const { return statistics_; }
  [[nodiscard]] bool has_lessons() const { return lessons_; }
  [[nodiscard]] bool has_comparisons() const { return comparisons_; }

 private:
  std::atomic<bool> statistics_ = false;
  std::atomic<bool> lessons_ = false;
  std::atomic<bool> comparisons_ = false;
};

}  // namespace allfold::mpi::record
