/// @file Context: what a running call needs of its communicator.
#pragma once

#include <exception>
#include <optional>

#include "exec/workspace.hpp"
#include "mpi/channel.hpp"
#include "mpi/device_staging.hpp"
#include "mpi/late_ranks.hpp"
#include "node/group.hpp"

namespace allfold::mpi {

/// MPI has one call at a time on a communicator, so each communicator has one context.
struct Context {
  Channel channel;               ///< of messages; opened when a call first sends any
  node::Group* group = nullptr;  ///< of this node's ranks, where these share memory
  exec::Workspace workspace;     ///< for short calls
  exec::Workspace copies;        ///< of operands that the user's operation may write to
  exec::Queues queues;
  std::optional<LateRanks::Calls> calls;  ///< that wait for messages; there with the channel
  DeviceBuffers on_device;                ///< of the call that runs
  std::exception_ptr thrown;  ///< by the user's operation, in the call that has to be ended first
};

/// For as long as a call that asks for `asked` may wait for messages.
class WaitsForMessages {
 public:
  WaitsForMessages(Context& context, node::Signature asked) : context_(context) {
    if (context_.calls) context_.calls->begin(asked);
  }
  ~WaitsForMessages() {
    if (context_.calls) context_.calls->end();
  }
  WaitsForMessages(const WaitsForMessages&) = delete;
  WaitsForMessages& operator=(const WaitsForMessages&) = delete;

 private:
  Context& context_;
};

}  // namespace allfold::mpi
