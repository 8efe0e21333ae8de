#include "cost/critical_path.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "cost/link_times.hpp"
#include "cost/rank_clock.hpp"

namespace allfold::cost {

namespace {

/// Simulates programs on several machines in one run. This is possible because programs have no
/// choices: operations can be simulated in the same order on all machines.
class Simulation {
 public:
  Simulation(const std::vector<program::Program>& programs, std::span<const CostModel> models,
             double bytes)
      : programs_(programs),
        models_(models),
        bytes_(bytes),
        start_(models.size()),
        port_free_(models.size()),
        free_(models.size()),
        end_(models.size()) {
    clocks_.reserve(programs.size());
    for (const program::Program& program : programs)
      clocks_.push_back(clock_at_start(program, models.front().rounds, models.size()));
    if (models.front().has_shared_links()) links_.emplace(models, programs);
  }

  /// Calls visit(rank, operation, starts, ends) for each operation as it completes.
  template <class Visit>
  void run(Visit visit) {
    for (bool moved = true; moved;) {
      moved = false;
      // One message of each rank in turn: about the order in which messages use links.
      for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
        while (complete_local(rank, visit)) moved = true;
        if (complete_receive(rank, visit)) moved = true;
      }
    }
  }

 private:
  [[nodiscard]] std::size_t machines() const { return models_.size(); }
  [[nodiscard]] const program::Operation& operation(std::size_t rank, std::size_t index) const {
    return programs_[rank].operations[index];
  }
  [[nodiscard]] double bytes_of(std::size_t rank, const program::Operation& operation) const {
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
    const program::Operation& done = operation(rank, index);
    for (const std::int32_t next : programs_[rank].successors_of(done)) {
      const auto n = static_cast<std::size_t>(next);
      double* since = ready(rank, n);
      // A send is complete when its port is free. A message that waits for another one of its round
      // or of its kind waits for the place of that message, not for its data.
      const program::Operation& waiting = operation(rank, n);
      const bool is_ordered_only =
          waiting.is_message() && (waiting.round == done.round || waiting.kind == done.kind);
      const auto& from =
          done.kind == program::Operation::Kind::send || is_ordered_only ? free_ : end_;
      for (std::size_t m = 0; m < machines(); ++m) since[m] = std::max(since[m], from[m]);
      --clocks_[rank].waits[n];
    }
  }

  template <class Visit>
  bool complete_local(std::size_t rank, Visit& visit) {
    RankClock& clock = clocks_[rank];
    if (clock.locals.is_idle()) return false;
    const std::size_t index = clock.locals.index();
    if (clock.waits[index] != 0) return false;
    const program::Operation& own = operation(rank, index);
    const double bytes = own.kind == program::Operation::Kind::reduce ? bytes_of(rank, own) : 0;
    const double* since = ready(rank, index);
    for (std::size_t m = 0; m < machines(); ++m) {
      start_[m] = std::max(clock.locals.free[m], since[m]);
      port_free_[m] = free_[m] = end_[m] = start_[m] + models_[m].gamma * bytes;
    }
    clock.locals.complete(port_free_);
    complete(rank, index, visit);
    return true;
  }

  /// Whether the operation before the current one of a port is a piece of the same message.
  [[nodiscard]] bool goes_on(std::size_t rank, const Port& port) const {
    return port.next > 0 && are_of_one_message(operation(rank, port.operations[port.next - 1]),
                                               operation(rank, port.index()));
  }
  /// A message, as far as it is the same on all machines.
  struct Message {
    int from;
    int to;
    double bytes;
    bool both_ways;
    std::int32_t following;  // messages of its round that follow another one
    bool goes_on;
    bool takes_links;  // which others share
  };
  /// The next message of the sender, which is also the next one of the receiver.
  [[nodiscard]] Message message(std::size_t from, std::size_t to) const {
    const Port& sends = clocks_[from].sends;
    const Port& receives = clocks_[to].receives;
    const program::Operation& leaving = operation(from, sends.index());
    const program::Operation& arriving = operation(to, receives.index());
    const auto sent_round = static_cast<std::size_t>(leaving.round);
    const auto taken_round = static_cast<std::size_t>(arriving.round);
    const std::int32_t back =
        std::max(clocks_[from].round_receives[sent_round], clocks_[to].round_sends[taken_round]);
    const std::int32_t forth =
        std::max(clocks_[from].round_sends[sent_round], clocks_[to].round_receives[taken_round]);
    return {.from = static_cast<int>(from),
            .to = static_cast<int>(to),
            .bytes = bytes_of(to, arriving),
            .both_ways = back > 0,
            .following = std::max(back, forth) - 1,
            .goes_on = goes_on(from, sends) && goes_on(to, receives),
            .takes_links = links_ && links_->connect(static_cast<int>(from), static_cast<int>(to))};
  }
  /// The cost of the link between the ranks of the message.
  [[nodiscard]] LinkCost link_of(const Message& message, const CostModel& model) const {
    const LinkCost& between = model.between(message.from, message.to);
    LinkCost link = message.both_ways ? model.in_round_with(message.following, between) : between;
    if (!message.takes_links) return link;
    link.hidden = 0;  // the next message can start while this one is on its links
    if (model.alpha_hop < unknown)
      link.alpha = std::max(0.0, link.alpha + model.alpha_hop * links_->links_beyond_alpha());
    return link;
  }
  /// Computes when the ports of the message are free again, and when the message has arrived.
  void pass(const Message& message, std::size_t machine) {
    const LinkCost link = link_of(message, models_[machine]);
    const double f_alpha = message.both_ways ? 1 : link.f_alpha;
    const double f_beta = message.both_ways ? 1 : link.f_beta;
    const double in_flight =
        f_alpha * (message.both_ways ? link.in_flight() : link.in_flight_one_way());
    const double start_up = message.goes_on ? 0 : f_alpha * link.alpha - in_flight;
    const double transfer = f_beta * link.beta * message.bytes;
    const double started = start_[machine] + start_up;
    if (!message.takes_links) {
      port_free_[machine] = free_[machine] = started + transfer;
      end_[machine] = free_[machine] + in_flight;
      return;
    }
    const LinkTimes::Passed passed = links_->pass(machine, started, f_beta * message.bytes);
    port_free_[machine] = started;
    free_[machine] = passed.left;
    // The message waits for room at its receiver, but not for other messages. If a rank only
    // receives, its messages share its link and arrive together, at the end.
    const bool is_in_turn = !message.both_ways && !links_->are_of_torus();
    const double taken = clocks_[static_cast<std::size_t>(message.to)].receives.free[machine];
    end_[machine] =
        std::max(passed.arrived + in_flight, taken + start_up + (is_in_turn ? transfer : 0));
  }

  /// Completes the rank's next receive, if its message is the sender's next one.
  template <class Visit>
  bool complete_receive(std::size_t rank, Visit& visit) {
    RankClock& to = clocks_[rank];
    if (to.receives.is_idle()) return false;
    const std::size_t receive = to.receives.index();
    const auto peer = static_cast<std::size_t>(operation(rank, receive).peer);
    RankClock& from = clocks_[peer];
    if (from.sends.is_idle()) return false;
    const std::size_t send = from.sends.index();
    if (operation(peer, send).peer != static_cast<int>(rank) || to.waits[receive] != 0 ||
        from.waits[send] != 0)
      return false;
    const std::size_t before =
        from.receives_before.empty() ? 0 : from.receives_before[from.sends.next];
    if (from.receives.next < before) return false;
    const Message passing = message(peer, rank);
    if (passing.takes_links) links_->look_at(passing.from, passing.to, from.sends.next);
    const double* room_since = ready(rank, receive);
    const double* data_since = ready(peer, send);
    for (std::size_t m = 0; m < machines(); ++m) {
      start_[m] = std::max({room_since[m], data_since[m], from.sends.free[m]});
      if (!passing.takes_links) start_[m] = std::max(start_[m], to.receives.free[m]);
      if (before > 0) start_[m] = std::max(start_[m], from.received[(before - 1) * machines() + m]);
      pass(passing, m);
    }
    to.note_received(end_);
    to.receives.complete(port_free_);
    from.sends.complete(port_free_);
    if (passing.takes_links) to.receives.free = end_;
    complete(rank, receive, visit);
    complete(peer, send, visit);
    return true;
  }

  const std::vector<program::Program>& programs_;
  std::span<const CostModel> models_;
  double bytes_;
  std::vector<RankClock> clocks_;
  std::optional<LinkTimes> links_;  // if ranks share links
  // Of the current operation, by machine.
  std::vector<double> start_, port_free_, free_, end_;
};

}  // namespace

std::vector<Event> timeline(const std::vector<program::Program>& programs, const CostModel& model,
                            double bytes) {
  std::vector<Event> events;
  Simulation(programs, {&model, 1}, bytes)
      .run([&](int rank, std::int32_t operation, const auto& start, const auto& end) {
        events.push_back({.rank = rank, .operation = operation, .start = start[0], .end = end[0]});
      });
  std::ranges::stable_sort(events, {}, &Event::end);
  return events;
}

std::vector<double> critical_paths(const std::vector<program::Program>& programs,
                                   std::span<const CostModel> models, double bytes) {
  std::vector<double> last(models.size(), 0);
  Simulation(programs, models, bytes).run([&](int, std::int32_t, const auto&, const auto& end) {
    for (std::size_t m = 0; m < last.size(); ++m) last[m] = std::max(last[m], end[m]);
  });
  return last;
}

double critical_path(const std::vector<program::Program>& programs, const CostModel& model,
                     double bytes) {
  return critical_paths(programs, {&model, 1}, bytes)[0];
}

Cost cost_of(const std::vector<program::Program>& programs) {
  constexpr std::array<CostModel, 3> each_term{CostModel{.link = {.alpha = 1}},
                                               CostModel{.link = {.beta = 1}},
                                               CostModel{.link = {}, .gamma = 1}};
  const std::vector<double> terms = critical_paths(programs, each_term, 1);
  return {.rounds = terms[0], .volume = terms[1], .reductions = terms[2]};
}

}  // namespace allfold::cost
