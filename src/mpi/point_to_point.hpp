/// @file Messages over MPI's point-to-point functions.
#pragma once

#include <mpi.h>

#include <array>
#include <span>

#include "exec/interfaces.hpp"
#include "program/program.hpp"

namespace allfold::mpi {

/// Where the messages of a communicator of the user's go: on a communicator of our own whose errors
/// are returned, beside those of others.
struct MessageSpace {
  MPI_Comm comm = MPI_COMM_NULL;
  std::span<const int> ranks;  ///< by the user's rank: the number there
  int own_rank = 0;            ///< there
  int message_tag = 0;         ///< one tag for all messages: they match by their order
  int copy_tag = 0;            ///< of messages of a rank to itself, which must not meet these
};

/// The messages of one call.
///
/// A rank that has failed says so by an empty message where elements are expected. A message of
/// another length is of a call that differs from this rank's: MPI_ERR_TRUNCATE.
class PointToPoint final : public exec::Transport {
 public:
  /// `group` are the user's ranks that take part, by their numbers in the program; none: all of
  /// them. `space` must outlive this.
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
  /// Prepares the slots at the first message that uses one: exchanges need none.
  void open();
  void note_start(int slot, int error);

  /// Of a receive of so many elements.
  [[nodiscard]] exec::Status status_of_receive(int error, const MPI_Status& status,
                                               int expected) const;

  const MessageSpace& space_;
  MPI_Datatype datatype_;
  std::span<const int> group_;
  bool is_open_ = false;
  int slots_ = 0;  ///< that were used so far
  std::array<MPI_Request, program::message_window> requests_;
  std::array<int, program::message_window> expected_;  ///< elements, by slot; of a send none
  /// By slot: an error that kept the message from being started.
  std::array<exec::Status, program::message_window> failed_start_;
  int failed_starts_ = 0;
  std::array<Completion, program::message_window> completions_;
};

}  // namespace allfold::mpi
