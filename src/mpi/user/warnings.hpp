/// @file Warnings: what the user should know of the environment, printed once per job.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allfold::mpi::user {

/// What a rank tells the others of its warnings.
struct WarningsNotice {
  enum State : std::uint8_t { none = 0, unsaid = 1, said = 2 };
  State state = none;
  std::uint8_t is_first = 0;  ///< 1: it is rank 0 of its MPI_COMM_WORLD
};

/// Warnings are printed when a communicator is set up that contains rank 0 of MPI_COMM_WORLD, by
/// its lowest rank that has any. From then on, that rank 0 tells all later communicators that they
/// were printed. So one rank of a job prints them, whichever ranks have the variables.
class Warnings {
 public:
  void note(std::vector<std::string> warnings);
  /// What this rank tells the others. MPI must be running.
  [[nodiscard]] WarningsNotice notice() const;
  /// Prints this rank's warnings if that is its task. `notices`: of all ranks; `rank`: of this
  /// rank.
  void settle(std::span<const WarningsNotice> notices, int rank);

 private:
  std::vector<std::string> all_;
  std::atomic<bool> are_said_ = false;
};

}  // namespace allfold::mpi::user
