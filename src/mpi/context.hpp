/// @file Context: what a running call needs of its communicator.
#pragma once

#include <exception>

#include "exec/workspace.hpp"
#include "mpi/channel.hpp"
#include "mpi/device_staging.hpp"
#include "node/group.hpp"

namespace allfold::mpi {

/// MPI has one call at a time on a communicator, so each communicator has one context.
struct Context {
  Channel channel;               ///< of messages; opened when a call first sends any
  node::Group* group = nullptr;  ///< of this node's ranks, where these share memory
  exec::Workspace workspace;     ///< for short calls
  exec::Workspace copies;        ///< of operands that the user's operation may write to
  exec::Queues queues;
  DeviceBuffers on_device;    ///< of the call that runs
  std::exception_ptr thrown;  ///< by the user's operation, in the call that has to be ended first
};

}  // namespace allfold::mpi
