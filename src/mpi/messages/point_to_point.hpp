/// @file Messages over MPI's point-to-point functions.
#pragma once

#include <mpi.h>

#include <array>
#include <bitset>
#include <span>

#include "exec/interfaces.hpp"
#include "program/program.hpp"

namespace allfold::mpi::messages {

/// Where the messages of a communicator go: on a hidden communicator, whose errors are returned,
/// and which may serve other communicators, too.
struct MessageSpace {
  MPI_Comm comm = MPI_COMM_NULL;
  std::span<const int> ranks;  ///< by rank of the program's communicator: the rank in `comm`
  int own_rank = 0;            ///< in `comm`
  int message_tag = 0;         ///< of all messages, which match by their order
  int copy_tag = 0;            ///< of messages of a rank to itself, which must not match the others
};

/// The messages of one call.
///
/// A rank that has failed sends an empty message where elements are expected. A message of any
/// other unexpected length belongs to a different call: MPI_ERR_TRUNCATE.
class PointToPoint final : public exec::Transport {
 public:
  /// `group`: the ranks that take part, by their numbers in the program; empty: all. `space` must
  /// outlive this.
  PointToPoint(const MessageSpace& space, MPI_Datatype datatype, std::span<const int> group = {})
      : space_(space), datatype_(datatype), group_(group) {}

  void start_receive(int slot, int peer, void* into, std::int64_t elements) override;
  void start_send(int slot, int peer, const void* from, std::int64_t elements) override;
  exec::Status exchange(const Incoming& receive, const Outgoing& send) override;
  std::span<const Completion> completed(Patience patience) override;

 private:
  [[nodiscard]] int rank_of(int peer) const {
    const int rank = group_.empty() ? peer : group_[static_cast<std::size_t>(peer)];
    return space_.ranks[static_cast<std::size_t>(rank)];
  }
  /// Initialises the slots at the first message that uses one. Blocking exchanges need none.
  void open();
  void note_start(int slot, int error);
  /// As completed(), after the MPI library could not say which of several messages have completed.
  /// Each of them is still awaited: it must not arrive after the call, nor in a later call.
  std::span<const Completion> completed_one_by_one(Patience patience);

  /// The status of a receive of `expected` elements.
  [[nodiscard]] exec::Status status_of_receive(int error, const MPI_Status& status,
                                               int expected) const;

  const MessageSpace& space_;
  MPI_Datatype datatype_;
  std::span<const int> group_;
  bool is_open_ = false;
  int slots_ = 0;  ///< number of slots used so far
  std::array<MPI_Request, program::message_window> requests_;
  std::array<int, program::message_window> expected_;  ///< elements, by slot; not for sends
  /// By slot: an error that prevented the message from being started.
  std::array<exec::Status, program::message_window> failed_start_;
  int failed_starts_ = 0;
  std::bitset<program::message_window> in_flight_;  ///< by slot: started, not reported
  /// The error of a function that awaits several messages. All that complete later report it.
  exec::Status failure_ = MPI_SUCCESS;
  std::array<Completion, program::message_window> completions_;
};

}  // namespace allfold::mpi::messages
