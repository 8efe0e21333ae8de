/// @file Gathering: which reports the ranks gather at MPI_Finalize.
#pragma once

#include <mpi.h>

#include <atomic>

#include "mpi/record/observed_communicator.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::record {

/// Which reports the ranks of MPI_COMM_WORLD gather.
///
/// In MPI_Finalize a rank must not wait for a rank that has other variables or does not load
/// Allfold. Only the set-up of a communicator of all ranks shows that every rank will take part.
/// Without it, each rank reports for itself.
class Gathering {
 public:
  /// A communicator was set up, with a configuration that its ranks have agreed on. `observed`:
  /// what this rank records of it, or null.
  void note(MPI_Comm comm, const select::Configuration& agreed,
            const ObservedCommunicator* observed);

  [[nodiscard]] bool has_statistics() const { return statistics_; }
  [[nodiscard]] bool has_profile() const { return profile_; }
  [[nodiscard]] bool has_lessons() const { return lessons_; }
  [[nodiscard]] bool has_comparisons() const { return comparisons_; }

 private:
  std::atomic<bool> statistics_ = false;
  std::atomic<bool> profile_ = false;
  std::atomic<bool> lessons_ = false;
  std::atomic<bool> comparisons_ = false;
};

}  // namespace allfold::mpi::record
