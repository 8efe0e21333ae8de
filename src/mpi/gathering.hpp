/// @file Gathering: whether the ranks gather their reports at MPI_Finalize.
#pragma once

#include <mpi.h>

#include <atomic>

#include "select/configuration.hpp"

namespace allfold::mpi {

/// Whether the ranks of MPI_COMM_WORLD gather their reports.
///
/// A rank must not wait in MPI_Finalize for one that has other variables, or does not load Allfold
/// at all. Only the set-up of a communicator of all ranks tells every rank that every other one
/// will take part. Without one each rank reports for itself.
class Gathering {
 public:
  /// A communicator has been set up, with a configuration that its ranks have agreed on.
  void note(MPI_Comm comm, const select::Configuration& agreed);

  [[nodiscard]] bool has_statistics() const { return statistics_; }
  [[nodiscard]] bool has_lessons() const { return lessons_; }
  [[nodiscard]] bool has_comparisons() const { return comparisons_; }

 private:
  std::atomic<bool> statistics_ = false;
  std::atomic<bool> lessons_ = false;
  std::atomic<bool> comparisons_ = false;
};

}  // namespace allfold::mpi
