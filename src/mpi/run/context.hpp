/// @file Context: what a running call needs of its communicator.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>

#include "exec/workspace.hpp"
#include "mpi/gpu/device_staging.hpp"
#include "mpi/messages/channel.hpp"
#include "mpi/record/late_ranks.hpp"
#include "node/group.hpp"

namespace allfold::mpi::run {

/// One per communicator, since MPI allows one call at a time on a communicator.
struct Context {
  messages::Channel channel;     ///< for messages; opened by the first call that sends any
  node::Group* group = nullptr;  ///< the ranks of this node, if they share memory
  std::uint64_t identity = 0;    ///< Agreement::identity
  exec::Workspace workspace;     ///< for short calls
  exec::Workspace copies;        ///< of operands that a user-defined operation may write to
  exec::Queues queues;
  std::optional<record::LateRanks::Calls>
      calls;                     ///< calls that wait for messages; set with the channel
  gpu::DeviceBuffers on_device;  ///< of the running call
  std::exception_ptr thrown;     ///< by a user-defined operation; rethrown after the call has ended
};

/// Exists while a call that asks for `asked` may wait for messages.
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

}  // namespace allfold::mpi::run
