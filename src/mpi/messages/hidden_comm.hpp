/// @file Hidden communicators: made by Allfold for its messages, separate from those of the
/// program.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpi/native/native.hpp"

namespace allfold::mpi::messages {

/// Collective: a communicator of the same ranks; MPI_COMM_NULL if the MPI library has none left.
///
/// MPI_Comm_dup would call the program's attribute copy callbacks. In Open MPI,
/// MPI_Comm_create_group calls them, too, and its messages would match wildcard receives of the
/// program. (On MPI_COMM_SELF, a simultaneous collective call of another thread cannot be mistaken
/// for one of another rank.)
[[nodiscard]] MPI_Comm communicator_like(MPI_Comm comm);

/// A communicator that only Allfold knows, whose errors are returned. It is freed with its last
/// user, without waiting for other ranks.
class HiddenComm {
 public:
  explicit HiddenComm(const native::Native& native) : native_(native) {}
  ~HiddenComm();
  HiddenComm(const HiddenComm&) = delete;
  HiddenComm& operator=(const HiddenComm&) = delete;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  /// The number of its processes that can be looked up.
  [[nodiscard]] std::size_t ranks() const { return rank_of_process_.size(); }
  /// The rank of a process; empty if the process is not in it.
  [[nodiscard]] std::optional<int> rank_of(std::uint64_t process) const;
  /// The ranks of a communicator's processes; empty if one of them is not in it.
  [[nodiscard]] std::vector<int> ranks_of(std::span<const std::uint64_t> processes) const;
  /// The set of tags that `rank` assigns after it has assigned `given` sets. No two ranks assign
  /// the same set.
  [[nodiscard]] std::uint64_t set_given_by(int rank, std::uint64_t given) const {
    return given * ranks() + static_cast<std::uint64_t>(rank) + 1;
  }

 private:
  friend class Channels;

  const native::Native& native_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::uint64_t identity_ = 0;  ///< equal on all ranks, unique, and never 0
  int rank_ = 0;
  std::unordered_map<std::uint64_t, int> rank_of_process_;
  std::uint64_t given_ = 0;  ///< number of sets of tags that this rank has assigned
};

/// What a rank tells the others of the hidden communicators that contain it.
struct HiddenOffer {
  static constexpr std::size_t most = 5;

  /// Those with most ranks first; 0: no more. On rank 0, only those that have tags left.
  std::array<std::uint64_t, most> identities = {};
  std::uint64_t given = 0;  ///< on rank 0: sets of tags that it has assigned before
};

}  // namespace allfold::mpi::messages
