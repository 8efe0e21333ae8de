/// @file The vocabulary of communication algorithms: what one rank does, round by round.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "schedule/blocks.hpp"

namespace allfold::schedule {

/// A vector that a rank holds while it works, laid out like the user's: its input (never written),
/// its result, or one of its scratch vectors. Where MPI gives a rank no receive buffer the result
/// is a work buffer; with MPI_IN_PLACE input and result are one memory.
enum class Memory : std::int32_t { input = 0, result = 1, first_scratch = 2 };

[[nodiscard]] constexpr Memory scratch(std::int32_t index) {
  return static_cast<Memory>(static_cast<std::int32_t>(Memory::first_scratch) + index);
}
[[nodiscard]] constexpr bool is_scratch(Memory memory) { return memory >= Memory::first_scratch; }
[[nodiscard]] constexpr std::int32_t scratch_index(Memory memory) {
  return static_cast<std::int32_t>(memory) - static_cast<std::int32_t>(Memory::first_scratch);
}

/// The memory `count` scratch vectors after `memory`.
[[nodiscard]] constexpr Memory moved_on(Memory memory, std::int32_t count) {
  return static_cast<Memory>(static_cast<std::int32_t>(memory) + count);
}

/// Sends `blocks` of `from` to rank `peer`. If `vectors` is above 1: the whole of as many adjacent
/// scratch vectors, of which `from` is the first.
struct Send {
  int peer;
  Memory from;
  Blocks blocks;
  std::int32_t vectors = 1;
};
/// Receives `blocks` from rank `peer` into `into`, at the place of these blocks; or several scratch
/// vectors, as in Send.
struct Receive {
  int peer;
  Memory into;
  Blocks blocks;
  std::int32_t vectors = 1;
};
/// into = left ∘ right on `blocks`; `into` may be one of the operands.
struct Reduce {
  Memory into;
  Memory left;
  Memory right;
  Blocks blocks;
};
/// into = from on `blocks`.
struct Copy {
  Memory into;
  Memory from;
  Blocks blocks;
};
using Local = std::variant<Reduce, Copy>;

/// What a round is for. Only pictures show it; nothing that runs depends on it.
enum class Phase : std::uint8_t {
  unnamed,
  butterfly,  ///< two ranks exchange, and both reduce
  three_two,  ///< of three ranks, two continue
  two_one,    ///< of two ranks, one continues
  fold,       ///< ranks in excess send what they have
  ring,       ///< pieces are sent round a ring, or across it
  tree,       ///< vectors go up a tree and are reduced
  gather,     ///< reduced pieces go to the ranks that get the result
};

/// Messages that are posted together, then local operations in their order.
struct Round {
  Phase phase = Phase::unnamed;
  std::vector<Send> sends;
  std::vector<Receive> receives;
  std::vector<Local> locals;

  [[nodiscard]] bool empty() const { return sends.empty() && receives.empty() && locals.empty(); }
};

/// A scratch vector of a rank.
struct Scratch {
  Blocks room;  ///< the blocks that it has room for
  /// `passing`: a block is received into it, read by the local operations of that round, and by
  /// nothing after them. Then room for a few segments is enough.
  enum class Life : std::uint8_t { lasting, passing } life = Life::lasting;
  /// With this many places for segments, segment s of the vector lies in place s mod `places`; 0:
  /// there is room for all blocks at once.
  std::int64_t places = 0;
  /// `beside`: this vector begins where the scratch vector before it ends, which has room for the
  /// same blocks, so that one message can carry both.
  enum class Packing : std::uint8_t { apart, beside } packing = Packing::apart;
};

/// How far messages run ahead of the rounds. All messages of a rank share its link to the network,
/// so that a message which is sent early delays others that are more urgent.
enum class Pace : std::uint8_t {
  in_step,  ///< a send waits for the last but one of the sends of earlier rounds, and a receive for
            ///< the last but one of the receives
  by_exchange,  ///< the same, but for the last one if that was a whole message in exchange for
                ///< another: both leave and arrive together
  as_ready,  ///< a message waits for its data only: for rounds that overlap, as on trees and chains
};

/// What one rank does in a collective call of `ranks` ranks, for vectors of any length.
struct Schedule {
  int ranks = 1;
  int rank = 0;
  std::int64_t blocks = 1;  ///< every vector is cut into this many blocks
  std::vector<Scratch> scratch;
  std::vector<Round> rounds;
  Pace pace = Pace::in_step;
  /// How the steps divide the vector, equally on all ranks: the first step into divisions[0]
  /// shares, the second each of these into divisions[1] shares, and so on. Empty: not known.
  std::vector<std::int64_t> divisions = {};
  /// Blocks in a segment: no message or local operation goes across the end of one. 0: no segments.
  std::int64_t segment = 0;
};

}  // namespace allfold::schedule
