/// @file Hidden communicators: made by Allfold for its messages, apart from the user's own.
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "mpi/native.hpp"

namespace allfold::mpi {

/// Collective: of the same ranks; MPI_COMM_NULL where the MPI library has no more.
///
/// MPI_Comm_dup would run the user's attribute copy callbacks, and in Open MPI MPI_Comm_create_group
/// does so, too, and its messages would meet wildcard receives of the user's. (On MPI_COMM_SELF there
/// is nobody whom another thread's collective call at the same time could take for somebody else.)
[[nodiscard]] MPI_Comm communicator_like(MPI_Comm comm);

/// A communicator that nobody else knows, whose errors are returned. Freed with its last user,
/// which waits for nobody.
class HiddenComm {
 public:
  explicit HiddenComm(const Native& native) : native_(native) {}
  ~HiddenComm();
  HiddenComm(const HiddenComm&) = delete;
  HiddenComm& operator=(const HiddenComm&) = delete;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  /// How many processes of it can be found here.
  [[nodiscard]] std::size_t ranks() const { return rank_of_process_.size(); }
  /// The number here of a process; none if it is not here.
  [[nodiscard]] std::optional<int> rank_of(std::uint64_t process) const;
  /// The numbers here of a communicator's processes; empty if one of them is not here.
  [[nodiscard]] std::vector<int> ranks_of(std::span<const std::uint64_t> processes) const;
  /// The set of tags that a rank of it gives away after so many: each gives others than all others do.
  [[nodiscard]] std::uint64_t set_given_by(int rank, std::uint64_t given) const {
    return given * ranks() + static_cast<std::uint64_t>(rank) + 1;
  }

 private:
  friend class Channels;

  const Native& native_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::uint64_t identity_ = 0;  ///< the same on all ranks, and no other's; never 0
  int rank_ = 0;
  std::unordered_map<std::uint64_t, int> rank_of_process_;
  std::uint64_t given_ = 0;  ///< sets of tags that this rank has given away
};

/// What a rank tells the others of the hidden communicators that it is in.
struct HiddenOffer {
  static constexpr std::size_t most = 5;

  /// Those with most ranks first; 0: no more. Of rank 0, those that have tags left.
  std::array<std::uint64_t, most> identities = {};
  std::uint64_t given = 0;  ///< of rank 0: it has given so many sets of tags away before this one
};

}  // namespace allfold::mpi
