/// @file Node call: work in shared memory that takes the time of the model of nodes.
#pragma once

#include "simulation/node_work.hpp"

namespace allfold::simulation {

/// Exists while the ranks of a host do such work. It begins when all of them have come, and takes
/// the time that Costs::node says; what they do meanwhile takes none.
class NodeCall {
 public:
  explicit NodeCall(const NodeWork& work);
  ~NodeCall();
  NodeCall(const NodeCall&) = delete;
  NodeCall& operator=(const NodeCall&) = delete;

 private:
  double seconds_;
};

/// Whether this rank does such work.
[[nodiscard]] bool is_in_node_call();

}  // namespace allfold::simulation
