/// @file Messages over MPI's point-to-point functions.
#pragma once

#include <mpi.h>

#include <array>

#include "exec/interfaces.hpp"
#include "schedule/link.hpp"

namespace allfold {

/// The messages of one call, on a communicator of our own whose errors are returned.
class PointToPoint final : public Transport {
 public:
  /// One tag for all messages: they match by their order. An empty message, by which a rank that
  /// has failed says so, has another, which is quicker to look at than the count.
  static constexpr int tag = 1;
  static constexpr int tag_of_failure = 3;

  /// `ranks` are those of the communicator that take part, by their numbers in the program; none:
  /// all of them.
  PointToPoint(MPI_Comm comm, MPI_Datatype datatype, std::span<const int> ranks = {})
      : comm_(comm), datatype_(datatype), ranks_(ranks) {}

  void start_receive(int slot, int peer, void* into, std::int64_t elements) override;
  void start_send(int slot, int peer, const void* from, std::int64_t elements) override;
  Status exchange(const Incoming& receive, const Outgoing& send) override;
  std::span<const Completion> completed(Patience patience) override;

 private:
  [[nodiscard]] int rank_of(int peer) const {
    return ranks_.empty() ? peer : ranks_[static_cast<std::size_t>(peer)];
  }
  /// Prepares the slots at the first message that uses one: exchanges need none.
  void open();
  void note_start(int slot, int error);

  MPI_Comm comm_;
  MPI_Datatype datatype_;
  std::span<const int> ranks_;
  bool is_open_ = false;
  int slots_ = 0;  ///< that were used so far
  std::array<MPI_Request, message_window> requests_;
  std::array<bool, message_window> is_receive_;  ///< by slot
  /// By slot: an error that kept the message from being started.
  std::array<Status, message_window> failed_start_;
  int failed_starts_ = 0;
  std::array<Completion, message_window> completions_;
};

}  // namespace allfold
