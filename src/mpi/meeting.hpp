/// @file Meeting: where the ranks of a communicator agree while its calls are compared.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "mpi/members.hpp"
#include "mpi/owned_communicator.hpp"

namespace allfold::mpi {

/// On a communicator of its own, so that nothing here can meet the program's messages. A rank that
/// has come through has seen all others come, as through a barrier.
class Meeting {
 public:
  /// Collective. Not open, on all ranks alike, where the MPI library has no communicator left.
  Meeting(const Members& members, const Native& native);
  ~Meeting();
  Meeting(const Meeting&) = delete;
  Meeting& operator=(const Meeting&) = delete;

  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Errors are returned. Of one rank there is none.
  [[nodiscard]] MPI_Comm comm() const { return own_.comm(); }

  /// What one rank says. The least code counts, and of several ranks that say it the first one.
  struct Word {
    int code = 0;  ///< 0 to 7; `left`: a rank has left for good
    int rank = 0;
  };
  static constexpr int left = -1;

  /// Collective: each rank says its code; the word that counts.
  [[nodiscard]] Word hear(int code);
  /// Collective: each rank says a number; the first ranks, in their order, that say two different
  /// ones, and what they say. None: all say the same, or a rank has left.
  struct Difference {
    int rank = 0;
    int other_rank = 0;
    std::uint64_t number = 0;
    std::uint64_t other_number = 0;
  };
  [[nodiscard]] std::optional<Difference> find_difference(std::uint64_t number);
  /// Instead of hear() where this rank cannot wait for the others: they hear `left`. Nobody may
  /// come here again.
  void leave();

 private:
  struct Farewell;

  Members members_;
  OwnedCommunicator own_;
  bool is_open_;
  std::unique_ptr<Farewell> farewell_;
};

}  // namespace allfold::mpi
