/// @file Warnings: what the user is to know of the environment, once a job.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace allfold::mpi {

/// What a rank tells the others of its warnings.
struct WarningsNotice {
  enum State : std::uint8_t { none = 0, unsaid = 1, said = 2 };
  State state = none;
  std::uint8_t is_first = 0;  ///< 1: it is rank 0 of its MPI_COMM_WORLD
};

/// They are said when a communicator is set up that has rank 0 of MPI_COMM_WORLD as a member, by
/// its lowest rank that has any. From then on that rank 0 knows, and all later communicators are
/// told by it: so one rank of a job speaks, whichever ranks the variables are set on.
class Warnings {
 public:
  void note(std::vector<std::string> warnings);
  /// What this rank tells. MPI is running.
  [[nodiscard]] WarningsNotice notice() const;
  /// Says what this rank has to say; `notices` are those of all ranks, `rank` is its own.
  void settle(std::span<const WarningsNotice> notices, int rank);

 private:
  std::vector<std::string> all_;
  std::atomic<bool> are_said_ = false;
};

}  // namespace allfold::mpi
