/// @file Author: writes a Schedule, one round after the other.
#pragma once

#include <array>

#include "schedule/schedule.hpp"

namespace allfold::schedule {

/// The side of an operand on which another one stands: the one on the `left` covers lower ranks.
enum class Side : std::uint8_t { left, right };

/// `blocks` that arrive from a peer in the scratch memory `into`, to be reduced with this rank's
/// `own`. The ranks that they cover are on `side` of those that `own` covers.
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
  /// The first of `count` new, adjacent scratch vectors with room for `blocks`.
  Memory new_scratch_row(Blocks blocks, int count);
  /// Begins another round of the same phase, unless the current round is empty.
  void next_round();
  /// Begins another round. This round and the following ones are of `phase`.
  void enter(Phase phase);

  void send(int peer, Memory from, Blocks blocks, std::int32_t vectors = 1);
  void receive(int peer, Memory into, Blocks blocks, std::int32_t vectors = 1);
  /// Adds a reduction. After a reduction into the result, the partial result lies there.
  void reduce(const Reduce& local);
  void copy(const Copy& local);

  /// Sets the partial result to the rank's input again, to begin that of other blocks.
  void begin_partial() { partial_ = Memory::input; }
  /// Sends a piece of the partial result.
  void send_partial(int peer, Blocks blocks) { send(peer, partial_, blocks); }
  /// Receives `blocks` of the partial result of `peer`, which covers ranks on `side` of this
  /// rank's, and reduces them with this rank's partial result.
  void receive_and_reduce(int peer, Side side, Blocks blocks);
  /// The same, if the algorithm itself says what is reduced and where it arrives.
  void receive_and_reduce(const Arrival& arrival);
  /// Receives into the result, where this rank's partial result lies from now on.
  void receive_result(int peer, Blocks blocks);

  /// The finished Schedule. A rank that is alone copies its input to the result.
  [[nodiscard]] Schedule finish() &&;

 private:
  Round& round() { return schedule_.rounds.back(); }
  Memory memory_of_arrival(Blocks blocks);

  Schedule schedule_;
  Memory partial_ = Memory::input;
  // Contributions arrive in two scratch vectors alternately, so that one can be received while the
  // one before is being reduced.
  int arrivals_ = 0;
  std::array<Memory, 2> arrival_ = {};
};

}  // namespace allfold::schedule
