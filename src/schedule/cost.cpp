#include "schedule/cost.hpp"

#include <algorithm>

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
  std::vector<bool> round_sends, round_receives;
};

class Simulation {
 public:
  Simulation(const std::vector<Program>& programs, const CostModel& model, double bytes)
      : programs_(programs), model_(model), bytes_(bytes) {
    clocks_.reserve(programs.size());
    for (const Program& program : programs) clocks_.push_back(started(program));
  }

  std::vector<Event> run() && {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < programs_.size(); ++rank)
        while (step_local(rank) || step_receive(rank)) moved = true;
    }
    return std::move(events_);
  }

 private:
  static Clock started(const Program& program) {
    Clock clock;
    clock.waits.assign(program.operations.size(), 0);
    clock.ready.assign(program.operations.size(), 0);
    const std::size_t rounds = program.operations.empty()
                                   ? 0
                                   : static_cast<std::size_t>(program.operations.back().round) + 1;
    clock.round_sends.assign(rounds, false);
    clock.round_receives.assign(rounds, false);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const Operation& operation = program.operations[i];
      const auto round = static_cast<std::size_t>(operation.round);
      for (const std::int32_t next : program.successors_of(operation))
        ++clock.waits[static_cast<std::size_t>(next)];
      (operation.kind == Kind::send      ? clock.sends
       : operation.kind == Kind::receive ? clock.receives
                                         : clock.locals)
          .push_back(i);
      if (operation.kind == Kind::send) clock.round_sends[round] = true;
      if (operation.kind == Kind::receive) clock.round_receives[round] = true;
    }
    return clock;
  }
  [[nodiscard]] const Operation& operation(std::size_t rank, std::size_t index) const {
    return programs_[rank].operations[index];
  }
  [[nodiscard]] double bytes_of(std::size_t rank, const Operation& operation) const {
    return bytes_ * static_cast<double>(operation.blocks.size() * operation.vectors) /
           static_cast<double>(programs_[rank].blocks);
  }

  void complete(std::size_t rank, std::size_t index, double start, double end) {
    events_.push_back({.rank = static_cast<int>(rank),
                       .operation = static_cast<std::int32_t>(index),
                       .start = start,
                       .end = end});
    for (const std::int32_t next : programs_[rank].successors_of(operation(rank, index))) {
      const auto n = static_cast<std::size_t>(next);
      clocks_[rank].ready[n] = std::max(clocks_[rank].ready[n], end);
      --clocks_[rank].waits[n];
    }
  }

  bool step_local(std::size_t rank) {
    Clock& clock = clocks_[rank];
    if (clock.next_local == clock.locals.size()) return false;
    const std::size_t index = clock.locals[clock.next_local];
    if (clock.waits[index] != 0) return false;
    const Operation& step = operation(rank, index);
    const double cost = step.kind == Kind::reduce ? model_.gamma * bytes_of(rank, step) : 0;
    const double start = std::max(clock.processor_free, clock.ready[index]);
    clock.processor_free = start + cost;
    ++clock.next_local;
    complete(rank, index, start, start + cost);
    return true;
  }

  /// Whether the operation before is a piece of the same message.
  [[nodiscard]] bool goes_on(std::size_t rank, std::size_t index) const {
    if (index == 0) return false;
    const Operation& now = operation(rank, index);
    const Operation& before = operation(rank, index - 1);
    return before.kind == now.kind && before.round == now.round && before.peer == now.peer;
  }
  [[nodiscard]] double message_cost(std::size_t from, std::size_t send, std::size_t to,
                                    std::size_t receive) const {
    const Operation& message = operation(to, receive);
    const bool both_ways =
        clocks_[from].round_receives[static_cast<std::size_t>(operation(from, send).round)] ||
        clocks_[to].round_sends[static_cast<std::size_t>(message.round)];
    const LinkCost& link = model_.between(static_cast<int>(from), static_cast<int>(to));
    const double alpha = goes_on(from, send) && goes_on(to, receive) ? 0 : link.alpha;
    return (both_ways ? 1 : link.f_alpha) * alpha +
           (both_ways ? 1 : link.f_beta) * link.beta * bytes_of(to, message);
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
    const double end = start + message_cost(peer, send, rank, receive);
    to.receive_free = from.send_free = end;
    ++to.next_receive;
    ++from.next_send;
    complete(rank, receive, start, end);
    complete(peer, send, start, end);
    return true;
  }

  const std::vector<Program>& programs_;
  const CostModel& model_;
  double bytes_;
  std::vector<Clock> clocks_;
  std::vector<Event> events_;
};

}  // namespace

std::vector<Event> timeline(const std::vector<Program>& programs, const CostModel& model,
                            double bytes) {
  std::vector<Event> events = Simulation(programs, model, bytes).run();
  std::ranges::stable_sort(events, {}, &Event::end);
  return events;
}

double critical_path(const std::vector<Program>& programs, const CostModel& model, double bytes) {
  double end = 0;
  for (const Event& event : Simulation(programs, model, bytes).run())
    end = std::max(end, event.end);
  return end;
}

double seconds(const Cost& cost, const CostModel& model, double bytes) {
  const LinkCost& link = model.link;
  const double rounds = cost.rounds - cost.one_way_rounds * (1 - link.f_alpha);
  const double volume = cost.volume - cost.one_way_volume * (1 - link.f_beta);
  return rounds * link.alpha + volume * bytes * link.beta + cost.reductions * bytes * model.gamma;
}

Cost cost_of(const std::vector<Program>& programs) {
  return {.rounds = critical_path(programs, {.link = {.alpha = 1}}, 1),
          .volume = critical_path(programs, {.link = {.beta = 1}}, 1),
          .reductions = critical_path(programs, {.link = {}, .gamma = 1}, 1)};
}

}  // namespace allfold
