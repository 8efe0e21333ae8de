/// @file RankClock: one rank's progress in a simulation of programs on several machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cost/model.hpp"
#include "program/program.hpp"

namespace allfold::cost {

/// Whether two operations of one port are pieces of one message.
[[nodiscard]] inline bool are_of_one_message(const program::Operation& a,
                                             const program::Operation& b) {
  return a.round == b.round && a.peer == b.peer;
}

/// Runs a rank's operations of one kind in schedule order, one at a time.
struct Port {
  std::vector<std::size_t> operations;
  std::size_t next = 0;
  std::vector<double> free;  ///< by machine: since when the port is free

  [[nodiscard]] bool is_idle() const { return next == operations.size(); }
  [[nodiscard]] std::size_t index() const { return operations[next]; }
  /// Completes the current operation. `free_then` is by machine.
  void complete(const std::vector<double>& free_then) {
    free = free_then;
    ++next;
  }
};

/// One rank's progress in time. Times are seconds on each of the machines.
struct RankClock {
  Port sends, receives, locals;
  std::vector<double> ready;        ///< by operation: when its predecessors are complete
  std::vector<std::int32_t> waits;  ///< completions that are still missing
  std::vector<std::int32_t> round_sends, round_receives;  ///< messages, not counting pieces
  /// For Rounds::one_by_one: by send, how many receives have to be complete before it; by receive,
  /// when it and all receives before it are complete.
  std::vector<std::size_t> receives_before;
  std::vector<double> received;

  /// The current receive has ended at `ends`, by machine. Must precede Port::complete() of it.
  void note_received(const std::vector<double>& ends);
};

/// The clock before the first operation of `program`, on so many machines.
[[nodiscard]] RankClock clock_at_start(const program::Program& program, Rounds rounds,
                                       std::size_t machines);

}  // namespace allfold::cost
