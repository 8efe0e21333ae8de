#include "cost/rank_clock.hpp"

#include <algorithm>

namespace allfold::cost {

namespace {

using OperationKind = program::Operation::Kind;

/// A send waits for all receives of an earlier round in which the rank sends and receives several
/// messages.
void list_receives_before_sends(const program::Program& program, std::size_t machines,
                                RankClock& clock) {
  const auto round_of = [&](std::size_t index) { return program.operations[index].round; };
  const std::vector<std::size_t>& receives = clock.receives.operations;
  std::size_t earlier = 0;
  std::size_t before = 0;
  for (const std::size_t send : clock.sends.operations) {
    for (; earlier < receives.size() && round_of(receives[earlier]) < round_of(send); ++earlier) {
      const auto round = static_cast<std::size_t>(round_of(receives[earlier]));
      if (clock.round_receives[round] > 1 && clock.round_sends[round] > 0) before = earlier + 1;
    }
    clock.receives_before.push_back(before);
  }
  clock.received.resize(receives.size() * machines);
}

}  // namespace

void RankClock::note_received(const std::vector<double>& ends) {
  if (received.empty()) return;
  const std::size_t machines = ends.size();
  const std::size_t first = receives.next * machines;
  for (std::size_t m = 0; m < machines; ++m)
    received[first + m] = first == 0 ? ends[m] : std::max(received[first + m - machines], ends[m]);
}

RankClock clock_at_start(const program::Program& program, Rounds rounds, std::size_t machines) {
  RankClock clock;
  for (Port* port : {&clock.sends, &clock.receives, &clock.locals}) port->free.assign(machines, 0);
  clock.waits.assign(program.operations.size(), 0);
  clock.ready.assign(program.operations.size() * machines, 0);
  const std::size_t round_count =
      program.operations.empty() ? 0
                                 : static_cast<std::size_t>(program.operations.back().round) + 1;
  clock.round_sends.assign(round_count, 0);
  clock.round_receives.assign(round_count, 0);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const program::Operation& operation = program.operations[i];
    const auto round = static_cast<std::size_t>(operation.round);
    for (const std::int32_t next : program.successors_of(operation))
      ++clock.waits[static_cast<std::size_t>(next)];
    Port& port = operation.kind == OperationKind::send      ? clock.sends
                 : operation.kind == OperationKind::receive ? clock.receives
                                                            : clock.locals;
    const bool is_piece = !port.operations.empty() &&
                          are_of_one_message(program.operations[port.operations.back()], operation);
    port.operations.push_back(i);
    if (!operation.is_message() || is_piece) continue;
    ++(operation.kind == OperationKind::send ? clock.round_sends : clock.round_receives)[round];
  }
  if (rounds == Rounds::one_by_one) list_receives_before_sends(program, machines, clock);
  return clock;
}

}  // namespace allfold::cost
