#include "schedule/cost.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <unordered_map>

namespace allfold {

namespace {

using Kind = Operation::Kind;

/// One rank's progress in time. Its sending port, its receiving port and its processor each take
/// their operations in schedule order, one at a time.
struct Clock {
  std::vector<std::size_t> sends, receives, locals;  // operations in order
  std::size_t next_send = 0, next_receive = 0, next_local = 0;
  double send_free = 0, receive_free = 0, processor_free = 0;
  std::vector<double> ready;        // by operation: when its predecessors are complete
  std::vector<std::int32_t> waits;  // completions that are still missing
};

class Simulation {
 public:
  Simulation(const std::vector<Program>& programs, const IdealMachine& machine)
      : programs_(programs), machine_(machine) {
    for (const Program& program : programs) clocks_.push_back(started(program));
  }

  double run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < programs_.size(); ++rank)
        while (step_local(rank) || step_receive(rank)) moved = true;
    }
    return end_;
  }

 private:
  static Clock started(const Program& program) {
    Clock clock;
    clock.waits.assign(program.operations.size(), 0);
    clock.ready.assign(program.operations.size(), 0);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const Operation& operation = program.operations[i];
      for (const std::int32_t next : program.successors_of(operation))
        ++clock.waits[static_cast<std::size_t>(next)];
      (operation.kind == Kind::send      ? clock.sends
       : operation.kind == Kind::receive ? clock.receives
                                         : clock.locals)
          .push_back(i);
    }
    return clock;
  }
  [[nodiscard]] const Operation& operation(std::size_t rank, std::size_t index) const {
    return programs_[rank].operations[index];
  }
  [[nodiscard]] double vectors(std::size_t rank, const Operation& operation) const {
    return static_cast<double>(operation.blocks.size()) /
           static_cast<double>(programs_[rank].blocks);
  }

  void complete(std::size_t rank, std::size_t index, double time) {
    end_ = std::max(end_, time);
    for (const std::int32_t next : programs_[rank].successors_of(operation(rank, index))) {
      const auto n = static_cast<std::size_t>(next);
      clocks_[rank].ready[n] = std::max(clocks_[rank].ready[n], time);
      --clocks_[rank].waits[n];
    }
  }

  bool step_local(std::size_t rank) {
    Clock& clock = clocks_[rank];
    if (clock.next_local == clock.locals.size()) return false;
    const std::size_t index = clock.locals[clock.next_local];
    if (clock.waits[index] != 0) return false;
    const Operation& step = operation(rank, index);
    const double cost = step.kind == Kind::reduce ? machine_.gamma * vectors(rank, step) : 0;
    clock.processor_free = std::max(clock.processor_free, clock.ready[index]) + cost;
    ++clock.next_local;
    complete(rank, index, clock.processor_free);
    return true;
  }

  /// Completes the rank's next receive, if its message is the sender's next one.
  bool step_receive(std::size_t rank) {
    Clock& to = clocks_[rank];
    if (to.next_receive == to.receives.size()) return false;
    const std::size_t receive = to.receives[to.next_receive];
    const auto peer = static_cast<std::size_t>(operation(rank, receive).peer);
    Clock& from = clocks_[peer];
    if (from.next_send == from.sends.size()) return false;
    const std::size_t send = from.sends[from.next_send];
    if (operation(peer, send).peer != static_cast<int>(rank) || to.waits[receive] != 0 ||
        from.waits[send] != 0)
      return false;
    const double start =
        std::max({to.ready[receive], from.ready[send], to.receive_free, from.send_free});
    const double end =
        start + machine_.alpha + machine_.beta * vectors(rank, operation(rank, receive));
    to.receive_free = from.send_free = end;
    ++to.next_receive;
    ++from.next_send;
    complete(rank, receive, end);
    complete(peer, send, end);
    return true;
  }

  const std::vector<Program>& programs_;
  const IdealMachine& machine_;
  std::vector<Clock> clocks_;
  double end_ = 0;
};

}  // namespace

double critical_path(const std::vector<Program>& programs, const IdealMachine& machine) {
  return Simulation(programs, machine).run();
}

Cost cost_of(const std::vector<Program>& programs) {
  return {.rounds = critical_path(programs, {.alpha = 1}),
          .volume = critical_path(programs, {.beta = 1}),
          .reductions = critical_path(programs, {.gamma = 1})};
}

}  // namespace allfold
