#include "program/link.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "program/hazards.hpp"

namespace allfold::program {

namespace {

using Index = std::int32_t;

std::size_t operations_of(const schedule::Schedule& schedule) {
  std::size_t all = 0;
  for (const schedule::Round& round : schedule.rounds)
    all += round.receives.size() + round.sends.size() + round.locals.size();
  return all;
}

class Linker {
 public:
  Linker(const schedule::Schedule& schedule, Binding binding, schedule::Pace pace)
      : pace_(pace == schedule::Pace::in_step ? schedule.pace : pace),
        latest_send_(static_cast<std::size_t>(schedule.ranks), -1),
        latest_receive_(static_cast<std::size_t>(schedule.ranks), -1) {
    program_.ranks = schedule.ranks;
    program_.rank = schedule.rank;
    program_.binding = binding;
    program_.blocks = schedule.blocks;
    program_.scratch = schedule.scratch;
    program_.segment = schedule.segment;
    program_.operations.reserve(operations_of(schedule));
    for (const schedule::Round& round : schedule.rounds) add(round);
  }

  Program finish() && {
    latest_successor_.assign(program_.operations.size(), -1);
    needs_.assign(program_.operations.size(), -1);
    Hazards hazards(program_);
    Index round_begin = 0;
    for (Index i = 0; i < static_cast<Index>(program_.operations.size()); ++i) {
      const Operation& operation = at(i);
      if (at(round_begin).round != operation.round) round_begin = i;
      // Messages of one round are posted together: they wait for earlier rounds, not for each
      // other. (If two of them touch the same blocks, the author has made a mistake, which the
      // checker reports.)
      for (const Index earlier : hazards.of(i))
        if (earlier < round_begin || !operation.is_message()) {
          wait_for(i, earlier);
          need(i, earlier);
        }
      note_need(i);
      if (operation.is_message()) {
        wait_for_slot(i);
        if (pace_ != schedule::Pace::as_ready) keep_in_step(i);
        wait_for_turn(i);
      }
      touch_result(operation);
    }
    list_successors();
    return std::move(program_);
  }

 private:
  using Kind = Operation::Kind;

  /// The sends, or the receives, so far.
  struct OneWay {
    std::vector<Index> messages;
    Index round = -1;         // of the latest message
    std::size_t earlier = 0;  // the number of messages of rounds before that
  };

  void add(const schedule::Round& round) {
    exchanges_.push_back(round.sends.size() == 1 && round.receives.size() == 1 &&
                         round.sends[0].peer == round.receives[0].peer);
    program_.one_exchange_a_round &= round.sends.size() <= 1 && round.receives.size() <= 1;
    // Alternately: if the receives of a round alone filled the message window, no rank could send.
    for (std::size_t i = 0; i < std::max(round.receives.size(), round.sends.size()); ++i) {
      if (i < round.receives.size()) append(operation_of(round.receives[i]));
      if (i < round.sends.size()) append(operation_of(round.sends[i]));
    }
    for (const schedule::Local& local : round.locals)
      std::visit([&](const auto& each) { append(operation_of(each)); }, local);
    ++round_;
  }

  [[nodiscard]] schedule::Memory bound(schedule::Memory memory) const {
    return program_.binding == Binding::in_place && memory == schedule::Memory::input
               ? schedule::Memory::result
               : memory;
  }
  [[nodiscard]] Operation operation_of(const schedule::Receive& r) const {
    return {.kind = Kind::receive,
            .peer = r.peer,
            .into = bound(r.into),
            .blocks = r.blocks,
            .vectors = r.vectors};
  }
  [[nodiscard]] Operation operation_of(const schedule::Send& s) const {
    return {.kind = Kind::send,
            .peer = s.peer,
            .left = bound(s.from),
            .blocks = s.blocks,
            .vectors = s.vectors};
  }
  [[nodiscard]] Operation operation_of(const schedule::Reduce& local) const {
    return {.kind = Kind::reduce,
            .into = bound(local.into),
            .left = bound(local.left),
            .right = bound(local.right),
            .blocks = local.blocks};
  }
  [[nodiscard]] Operation operation_of(const schedule::Copy& local) const {
    return {.kind = Kind::copy,
            .into = bound(local.into),
            .left = bound(local.from),
            .blocks = local.blocks};
  }

  void append(Operation operation) {
    if (operation.kind == Kind::copy && operation.into == operation.left) return;  // in place
    operation.round = round_;
    program_.operations.push_back(operation);
  }

  void need(Index later, Index earlier) {
    Index& latest = needs_[static_cast<std::size_t>(later)];
    latest = std::max(latest, needs_[static_cast<std::size_t>(earlier)]);
  }

  void note_need(Index index) {
    const Operation& operation = at(index);
    if (operation.kind == Kind::receive) {
      needs_[static_cast<std::size_t>(index)] = operation.round;
      if (receiving_round_ != operation.round)
        received_before_ = std::exchange(receiving_round_, operation.round);
    }
    if (operation.kind != Kind::send) return;
    const Index received =
        receiving_round_ != operation.round ? receiving_round_ : received_before_;
    if (needs_[static_cast<std::size_t>(index)] < received) ++program_.sends_ahead;
  }

  void wait_for_slot(Index index) {
    Operation& operation = at(index);
    operation.slot = static_cast<Index>(messages_.size() % message_window);
    program_.largest_message =
        std::max(program_.largest_message, operation.blocks.size() * operation.vectors);
    if (messages_.size() >= message_window)
      wait_for(index, messages_[messages_.size() - message_window]);
    messages_.push_back(index);
  }

  void keep_in_step(Index index) {
    const Operation& operation = at(index);
    OneWay& way = operation.kind == Kind::send ? sends_ : receives_;
    if (way.round != operation.round) {
      way.round = operation.round;
      way.earlier = way.messages.size();
    }
    const bool is_last_alone =
        pace_ == schedule::Pace::by_exchange && ends_with_whole_exchange(way, operation.peer);
    const std::size_t on_their_way = is_last_alone ? 1 : 2;
    if (way.earlier >= on_their_way) wait_for(index, way.messages[way.earlier - on_their_way]);
    way.messages.push_back(index);
  }

  /// Whether the latest message of earlier rounds was not cut, and went to the rank from which the
  /// other one of its round came.
  [[nodiscard]] bool ends_with_whole_exchange(const OneWay& way, int next_peer) {
    if (way.earlier == 0) return false;
    const Operation& latest = at(way.messages[way.earlier - 1]);
    const bool is_first_piece =
        way.earlier == 1 || at(way.messages[way.earlier - 2]).peer != latest.peer;
    return is_first_piece && latest.peer != next_peer &&
           exchanges_[static_cast<std::size_t>(latest.round)];
  }

  void wait_for_turn(Index index) {
    Operation& operation = at(index);
    // A peer that does not exist has no turns; the checker reports it.
    if (operation.peer < 0 || operation.peer >= program_.ranks) return;
    auto& of_kind = operation.kind == Kind::send ? latest_send_ : latest_receive_;
    Index& latest = of_kind[static_cast<std::size_t>(operation.peer)];
    if (latest >= 0) {
      at(latest).next_in_turn = index;
      ++operation.predecessors;
    }
    latest = index;
  }

  void wait_for(Index later, Index earlier) {
    Index& latest = latest_successor_[static_cast<std::size_t>(earlier)];
    if (latest == later) return;
    latest = later;
    waits_.push_back({.earlier = earlier, .later = later});
    ++at(earlier).successors;
    ++at(later).predecessors;
  }

  /// Sorts the waits, which are in the order of the later operations, by the earlier ones.
  void list_successors() {
    Index next = 0;
    for (Operation& operation : program_.operations) {
      operation.first_successor = next;
      next += operation.successors;
      operation.successors = 0;
    }
    program_.successors.resize(waits_.size());
    for (const Wait wait : waits_) {
      Operation& earlier = at(wait.earlier);
      const Index place = earlier.first_successor + earlier.successors++;
      program_.successors[static_cast<std::size_t>(place)] = wait.later;
    }
  }

  void touch_result(const Operation& operation) {
    const bool reads =
        operation.kind != Kind::receive &&
        (operation.left == schedule::Memory::result ||
         (operation.kind == Kind::reduce && operation.right == schedule::Memory::result));
    const bool writes = operation.kind != Kind::send && operation.into == schedule::Memory::result;
    if (reads || writes) program_.result = schedule::hull(program_.result, operation.blocks);
  }

  [[nodiscard]] Operation& at(Index index) {
    return program_.operations[static_cast<std::size_t>(index)];
  }

  struct Wait {
    Index earlier;
    Index later;
  };

  schedule::Pace pace_;
  Program program_;
  OneWay sends_, receives_;
  std::vector<bool> exchanges_;  // by round: whether it is one send and one receive, with one peer
  std::vector<Wait> waits_;
  std::vector<Index> latest_successor_;  // by operation: the latest that waits for it
  std::vector<Index> needs_;    // by operation: the latest round whose messages it needs; -1: none
  Index receiving_round_ = -1;  // the latest in which there is something to receive
  Index received_before_ = -1;  // the one before
  std::vector<Index> messages_;
  std::vector<Index> latest_send_;     // by peer, -1: none
  std::vector<Index> latest_receive_;  // by peer, -1: none
  Index round_ = 0;
};

}  // namespace

Program link(const schedule::Schedule& schedule, Binding binding, schedule::Pace pace) {
  return Linker(schedule, binding, pace).finish();
}

}  // namespace allfold::program
