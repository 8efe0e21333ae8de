#include "schedule/cost.hpp"

#include <algorithm>
#include <array>

namespace allfold {

namespace {

using Kind = Operation::Kind;

/// One rank's progress in time. Its sending port, its receiving port and its processor each take
/// their operations in schedule order, one at a time. Times are seconds on each of the machines.
struct Clock {
  std::vector<std::size_t> sends, receives, locals;  // operations in order
  std::size_t next_send = 0, next_receive = 0, next_local = 0;
  std::vector<double> send_free, receive_free, processor_free;
  std::vector<double> ready;        // by operation: when its predecessors are complete
  std::vector<std::int32_t> waits;  // completions that are still missing
  std::vector<bool> round_sends, round_receives;
};

/// Programs have no choices: in which order operations can be looked at is the same on all
/// machines, so that one run tells the times on several.
class Simulation {
 public:
  Simulation(const std::vector<Program>& programs, std::span<const CostModel> models, double bytes)
      : programs_(programs),
        models_(models),
        bytes_(bytes),
        start_(models.size()),
        end_(models.size()) {
    clocks_.reserve(programs.size());
    for (const Program& program : programs) clocks_.push_back(started(program));
  }

  /// Calls visit(rank, operation, starts, ends) for each operation as it completes.
  template <class Visit>
  void run(Visit visit) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < programs_.size(); ++rank)
        while (step_local(rank, visit) || step_receive(rank, visit)) moved = true;
    }
  }

 private:
  [[nodiscard]] std::size_t machines() const { return models_.size(); }
  [[nodiscard]] Clock started(const Program& program) const {
    Clock clock;
    for (std::vector<double>* port : {&clock.send_free, &clock.receive_free, &clock.processor_free})
      port->assign(machines(), 0);
    clock.waits.assign(program.operations.size(), 0);
    clock.ready.assign(program.operations.size() * machines(), 0);
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

  /// When an operation's predecessors are complete, on each machine.
  [[nodiscard]] double* ready(std::size_t rank, std::size_t index) {
    return &clocks_[rank].ready[index * machines()];
  }

  template <class Visit>
  void complete(std::size_t rank, std::size_t index, Visit& visit) {
    visit(static_cast<int>(rank), static_cast<std::int32_t>(index), start_, end_);
    for (const std::int32_t next : programs_[rank].successors_of(operation(rank, index))) {
      const auto n = static_cast<std::size_t>(next);
      double* since = ready(rank, n);
      for (std::size_t m = 0; m < machines(); ++m) since[m] = std::max(since[m], end_[m]);
      --clocks_[rank].waits[n];
    }
  }

  template <class Visit>
  bool step_local(std::size_t rank, Visit& visit) {
    Clock& clock = clocks_[rank];
    if (clock.next_local == clock.locals.size()) return false;
    const std::size_t index = clock.locals[clock.next_local];
    if (clock.waits[index] != 0) return false;
    const Operation& step = operation(rank, index);
    const double bytes = step.kind == Kind::reduce ? bytes_of(rank, step) : 0;
    const double* since = ready(rank, index);
    for (std::size_t m = 0; m < machines(); ++m) {
      start_[m] = std::max(clock.processor_free[m], since[m]);
      clock.processor_free[m] = end_[m] = start_[m] + models_[m].gamma * bytes;
    }
    ++clock.next_local;
    complete(rank, index, visit);
    return true;
  }

  /// Whether the operation before, of those that a port takes, is a piece of the same message.
  [[nodiscard]] bool goes_on(std::size_t rank, const std::vector<std::size_t>& port,
                             std::size_t next) const {
    if (next == 0) return false;
    const Operation& now = operation(rank, port[next]);
    const Operation& before = operation(rank, port[next - 1]);
    return before.round == now.round && before.peer == now.peer;
  }
  /// A message, as far as it is the same on all machines.
  struct Message {
    int from;
    int to;
    double bytes;
    bool both_ways;
    bool goes_on;
  };
  [[nodiscard]] Message message(std::size_t from, std::size_t send, std::size_t to,
                                std::size_t receive) const {
    const Operation& arriving = operation(to, receive);
    return {
        .from = static_cast<int>(from),
        .to = static_cast<int>(to),
        .bytes = bytes_of(to, arriving),
        .both_ways =
            clocks_[from].round_receives[static_cast<std::size_t>(operation(from, send).round)] ||
            clocks_[to].round_sends[static_cast<std::size_t>(arriving.round)],
        .goes_on = goes_on(from, clocks_[from].sends, clocks_[from].next_send) &&
                   goes_on(to, clocks_[to].receives, clocks_[to].next_receive)};
  }
  [[nodiscard]] static double cost_of(const Message& message, const CostModel& model) {
    const LinkCost& link = model.between(message.from, message.to);
    const double alpha = message.goes_on ? 0 : link.alpha;
    return (message.both_ways ? 1 : link.f_alpha) * alpha +
           (message.both_ways ? 1 : link.f_beta) * link.beta * message.bytes;
  }

  /// Completes the rank's next receive, if its message is the sender's next one.
  template <class Visit>
  bool step_receive(std::size_t rank, Visit& visit) {
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
    const Message passing = message(peer, send, rank, receive);
    const double* room_since = ready(rank, receive);
    const double* data_since = ready(peer, send);
    for (std::size_t m = 0; m < machines(); ++m) {
      start_[m] = std::max({room_since[m], data_since[m], to.receive_free[m], from.send_free[m]});
      to.receive_free[m] = from.send_free[m] = end_[m] = start_[m] + cost_of(passing, models_[m]);
    }
    ++to.next_receive;
    ++from.next_send;
    complete(rank, receive, visit);
    complete(peer, send, visit);
    return true;
  }

  const std::vector<Program>& programs_;
  std::span<const CostModel> models_;
  double bytes_;
  std::vector<Clock> clocks_;
  std::vector<double> start_, end_;  // of the operation that is looked at
};

}  // namespace

std::vector<Event> timeline(const std::vector<Program>& programs, const CostModel& model,
                            double bytes) {
  std::vector<Event> events;
  Simulation(programs, {&model, 1}, bytes)
      .run([&](int rank, std::int32_t operation, const auto& start, const auto& end) {
        events.push_back({.rank = rank, .operation = operation, .start = start[0], .end = end[0]});
      });
  std::ranges::stable_sort(events, {}, &Event::end);
  return events;
}

std::vector<double> critical_paths(const std::vector<Program>& programs,
                                   std::span<const CostModel> models, double bytes) {
  std::vector<double> last(models.size(), 0);
  Simulation(programs, models, bytes).run([&](int, std::int32_t, const auto&, const auto& end) {
    for (std::size_t m = 0; m < last.size(); ++m) last[m] = std::max(last[m], end[m]);
  });
  return last;
}

double critical_path(const std::vector<Program>& programs, const CostModel& model, double bytes) {
  return critical_paths(programs, {&model, 1}, bytes)[0];
}

double seconds(const Cost& cost, const CostModel& model, double bytes) {
  const LinkCost& link = model.link;
  const double rounds = cost.rounds - cost.one_way_rounds * (1 - link.f_alpha);
  const double volume = cost.volume - cost.one_way_volume * (1 - link.f_beta);
  return rounds * link.alpha + volume * bytes * link.beta + cost.reductions * bytes * model.gamma;
}

Cost cost_of(const std::vector<Program>& programs) {
  constexpr std::array<CostModel, 3> each_term{CostModel{.link = {.alpha = 1}},
                                               CostModel{.link = {.beta = 1}},
                                               CostModel{.link = {}, .gamma = 1}};
  const std::vector<double> terms = critical_paths(programs, each_term, 1);
  return {.rounds = terms[0], .volume = terms[1], .reductions = terms[2]};
}

}  // namespace allfold
