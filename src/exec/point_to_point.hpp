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
  /// One tag for all messages: they match by their order.
  static constexpr int tag = 1;

  PointToPoint(MPI_Comm comm, MPI_Datatype datatype);

  void start_receive(int slot, int peer, void* into, std::int64_t elements) override;
  void start_send(int slot, int peer, const void* from, std::int64_t elements) override;
  Status send(int peer, const void* from, std::int64_t elements) override;
  Status wait(int slot) override;
  std::span<const Completion> completed(Patience patience) override;

 private:
  [[nodiscard]] Status status_of(int slot, int error, const MPI_Status& status) const;

  static constexpr int sends = -1;

  MPI_Comm comm_;
  MPI_Datatype datatype_;
  std::array<MPI_Request, message_window> requests_;
  /// By slot: the elements that a receive expects, or `sends`.
  std::array<int, message_window> expected_;
  /// By slot: an error that kept the message from being started.
  std::array<Status, message_window> failed_start_ = {};
  int failed_starts_ = 0;
  std::array<Completion, message_window> completions_;
};

}  // namespace allfold
