#include "simulation/node_call.hpp"

#include "simulation/meetings.hpp"
#include "simulation/time.hpp"

namespace allfold::simulation {

namespace {

bool& in_call() {
  static bool is_in_call = false;
  return is_in_call;
}

}  // namespace

NodeCall::NodeCall(const NodeWork& work) : seconds_(seconds_of(work, costs().node)) {
  meet_on_host(work.communicator, work.ranks);
  in_call() = true;
}

NodeCall::~NodeCall() {
  in_call() = false;
  spend(seconds_);
}

bool is_in_node_call() { return in_call(); }

}  // namespace allfold::simulation
