/// @file Lockstep: executes the linked programs of all ranks together, without any buffering.
#pragma once

#include <optional>
#include <vector>

#include "proof/matching.hpp"

namespace allfold::proof {

/// Runs programs by the rules of the executor. Each operation starts when its predecessors allow
/// it; a message completes when both its send and its receive have started. Programs have no
/// choices, so the order in which this completes operations stands for all orders.
class Lockstep {
 public:
  /// Requires a partner in `matching` for every message.
  Lockstep(const std::vector<program::Program>& programs, const Matching& matching);

  /// Runs as far as possible. `message(send, receive)` is called for each message as it completes,
  /// `local(place)` for each local operation. Returns whether every operation has completed.
  template <class Message, class Local>
  bool run(Message message, Local local) {
    // Each operation becomes ready once, so that the list of ready operations is the queue. It
    // grows in the loop. NOLINTNEXTLINE(modernize-loop-convert)
    for (std::size_t next = 0; next < ready_.size(); ++next) {
      const Position place = ready_[next];
      start(place);
      const program::Operation& operation = at(place);
      if (!operation.is_message()) {
        local(place);
        complete(place);
        continue;
      }
      if (const auto partner = meet(place)) {
        const bool is_send = operation.kind == program::Operation::Kind::send;
        message(is_send ? place : *partner, is_send ? *partner : place);
        complete(place);
        complete(*partner);
      }
    }
    return incomplete_ == 0;
  }

  /// The first operation of a rank that has not completed, or the number of its operations.
  [[nodiscard]] std::int32_t first_incomplete(int rank) const;

 private:
  [[nodiscard]] const program::Operation& at(Position place) const {
    return programs_[static_cast<std::size_t>(place.rank)]
        .operations[static_cast<std::size_t>(place.index)];
  }
  void release(Position place);
  void start(Position place);
  void complete(Position place);
  std::optional<Position> meet(Position place);

  const std::vector<program::Program>& programs_;
  const Matching& matching_;
  std::vector<std::int32_t> waits_;  // by number; below 0: started or completed
  std::vector<Position> ready_;
  std::size_t incomplete_ = 0;
};

}  // namespace allfold::proof
