/// @file Author: writes a Schedule, one round after the other.
#pragma once

#include <array>

#include "schedule/schedule.hpp"

namespace allfold::schedule {

/// On which side of an operand another one stands: `left` covers lower ranks.
enum class Side : std::uint8_t { left, right };

/// `blocks` that come from a peer, whose ranks lie on `side` of this rank's, to be reduced with
/// this rank's `own`. They arrive in scratch memory.
struct Arrival {
  int peer;
  Side side;
  Memory into;
  Memory own;
  Blocks blocks;
};

/// Writes the Schedule of one rank. Operations are added to the current round; `next_round` begins
/// another.
///
/// An author also keeps track of the rank's *partial result*: it is the rank's input until the
/// first reduction and lies in the result from then on, so that no initial copy is needed.
class Author {
 public:
  Author(int ranks, int rank, std::int64_t blocks)
      : schedule_{.ranks = ranks, .rank = rank, .blocks = blocks, .scratch = {}, .rounds = {{}}} {}

  [[nodiscard]] int ranks() const { return schedule_.ranks; }
  [[nodiscard]] int rank() const { return schedule_.rank; }
  [[nodiscard]] Blocks all() const { return {.first = 0, .last = schedule_.blocks}; }
  /// Where the partial result lies.
  [[nodiscard]] Memory partial() const { return partial_; }

  /// A new scratch vector with room for `blocks`.
  Memory new_scratch(Blocks blocks, Scratch::Life life = Scratch::Life::lasting);
  /// The first of `count` new scratch vectors with room for `blocks`, which lie beside each other.
  Memory new_scratch_row(Blocks blocks, int count);
  /// Begins another round, unless nothing was added to the current one. It is of the same phase.
  void next_round();
  /// Begins another round; it and those after it are of `phase`.
  void enter(Phase phase);

  void send(int peer, Memory from, Blocks blocks, std::int32_t vectors = 1);
  void receive(int peer, Memory into, Blocks blocks, std::int32_t vectors = 1);
  /// What is reduced into the result is the partial result from then on.
  void reduce(const Reduce& local);
  void copy(const Copy& local);

  /// The partial result is the rank's input again: the one of other blocks begins.
  void begin_partial() { partial_ = Memory::input; }
  /// Sends a piece of the partial result.
  void send_partial(int peer, Blocks blocks) { send(peer, partial_, blocks); }
  /// Receives `blocks` of another partial result from `peer`, whose ranks lie on `side` of this
  /// rank's, and reduces them into this rank's own.
  void receive_and_reduce(int peer, Side side, Blocks blocks);
  /// The same where an algorithm says itself what is reduced, and where it arrives.
  void receive_and_reduce(const Arrival& arrival);
  /// Receives into the result, which is from now on where this rank's partial result lies.
  void receive_result(int peer, Blocks blocks);

  /// The finished Schedule. A rank that was alone has its input for result.
  [[nodiscard]] Schedule finish() &&;

 private:
  Round& round() { return schedule_.rounds.back(); }
  Memory memory_of_arrival(Blocks blocks);

  Schedule schedule_;
  Memory partial_ = Memory::input;
  // Contributions arrive in two scratch vectors by turns, so that one can be received while the one
  // before is being reduced.
  int arrivals_ = 0;
  std::array<Memory, 2> arrival_ = {};
};

}  // namespace allfold::schedule
