/// @file Meeting: how the ranks of a communicator agree while its calls are compared.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "mpi/machine/members.hpp"
#include "mpi/native/owned_communicator.hpp"

namespace allfold::mpi::compare {

/// Uses a communicator of its own, so its messages cannot match those of the program. Like a
/// barrier: a rank returns only after all others have arrived.
class Meeting {
 public:
  /// Collective. Not open, on all ranks, if the MPI library has no communicator left, or a rank has
  /// no memory.
  Meeting(const machine::Members& members, const native::Native& native);
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Its errors are returned. MPI_COMM_NULL with one rank.
  [[nodiscard]] MPI_Comm comm() const { return own_.comm(); }

  /// The code of one rank. Of all ranks' words, the one with the lowest code counts, and among
  /// these that of the lowest rank.
  struct Word {
    int code = 0;  ///< 0 to 7; `left`: a rank has left for good
    int rank = 0;
  };
  static constexpr int left = -1;

  /// Collective: contributes this rank's code, and returns the word that counts.
  [[nodiscard]] Word hear(int code);
  /// Collective: compares a number of each rank. Returns the first two ranks whose numbers differ,
  /// with the numbers; empty if all are equal, or a rank has left.
  struct Difference {
    int rank = 0;
    int other_rank = 0;
    std::uint64_t number = 0;
    std::uint64_t other_number = 0;
  };
  [[nodiscard]] std::optional<Difference> find_difference(std::uint64_t number);
  /// Called instead of hear() if this rank cannot wait for the others, which get `left`. After this
  /// no rank may use the meeting.
  void leave();

 private:
  struct Farewell;
  /// Whether this rank has what a meeting needs.
  [[nodiscard]] bool is_able() const;

  machine::Members members_;
  native::OwnedCommunicator own_;
  std::unique_ptr<Farewell> farewell_;  ///< made in advance: who leaves must not lack memory
  bool is_open_;
};

}  // namespace allfold::mpi::compare
