/// @file Program: a schedule in which each operation knows what it waits for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "schedule/schedule.hpp"

namespace allfold::program {

/// The most messages that a rank has in flight: enough for others to go on while one is late.
inline constexpr int message_window = 64;

/// Whether input and result are two memories or, as with MPI_IN_PLACE, one.
enum class Binding : std::uint8_t { separate, in_place };

struct Operation {
  enum class Kind : std::uint8_t { receive, send, reduce, copy };

  Kind kind;
  int peer = -1;                                    ///< receive, send: the other rank
  schedule::Memory into = schedule::Memory::input;  ///< what is written; send: unused
  schedule::Memory left =
      schedule::Memory::input;  ///< send, copy: what is read; reduce: the left operand
  schedule::Memory right = schedule::Memory::input;
  schedule::Blocks blocks;
  std::int32_t vectors = 1;          ///< message: the number of scratch vectors that it carries
  std::int32_t round = 0;            ///< of the Schedule it comes from
  std::int32_t slot = -1;            ///< message: the request slot it uses, below message_window
  std::int32_t predecessors = 0;     ///< the number of completions and turns that it waits for
  std::int32_t first_successor = 0;  ///< into Program::successors
  std::int32_t successors = 0;       ///< how many operations wait for this one's completion
  std::int32_t next_in_turn = -1;    ///< the operation that waits for this one's start

  [[nodiscard]] bool is_message() const { return kind == Kind::receive || kind == Kind::send; }
};

enum class Access : std::uint8_t { read, write };

/// Calls visit(memory, access) for each memory that an operation touches: what it reads, then what
/// it writes.
template <class Visit>
void for_each_access(const Operation& operation, Visit visit) {
  using Kind = Operation::Kind;
  for (std::int32_t v = 0; v < operation.vectors; ++v) {
    if (operation.kind != Kind::receive) visit(schedule::moved_on(operation.left, v), Access::read);
    if (operation.kind == Kind::reduce) visit(operation.right, Access::read);
    if (operation.kind != Kind::send) visit(schedule::moved_on(operation.into, v), Access::write);
  }
}

/// A linked Schedule. Operations are in schedule order: in each round receives and sends alternate,
/// then local operations follow.
struct Program {
  int ranks = 1;
  int rank = 0;
  Binding binding = Binding::separate;
  std::int64_t blocks = 1;
  std::vector<schedule::Scratch> scratch;
  std::int64_t segment = 0;  ///< as in Schedule
  schedule::Blocks
      result;  ///< the smallest range that contains all blocks of the result that are touched
  std::vector<Operation> operations;
  std::vector<std::int32_t> successors;
  /// Whether every round has at most one send and one receive.
  bool one_exchange_a_round = true;
  /// The number of sends that need nothing of the latest message received before them. If rounds
  /// ran one after the other, these sends would wait for that message needlessly.
  std::int32_t sends_ahead = 0;
  std::int64_t largest_message = 0;  ///< in blocks

  /// Whether it runs round by round if its messages are short, see exec::Prepared. Ranks may differ
  /// in that.
  [[nodiscard]] bool may_run_by_rounds() const { return one_exchange_a_round && sends_ahead == 0; }

  /// The position of blocks in a memory, in blocks: their own or, in a scratch vector with places
  /// for segments, that in the place of their segment.
  [[nodiscard]] schedule::Blocks cells(schedule::Memory memory, schedule::Blocks of) const {
    if (!schedule::is_scratch(memory)) return of;
    const auto index = static_cast<std::size_t>(schedule::scratch_index(memory));
    if (index >= scratch.size() || scratch[index].places == 0) return of;
    const std::int64_t first = of.first % (scratch[index].places * segment);
    return {.first = first, .last = first + of.size()};
  }

  [[nodiscard]] std::span<const std::int32_t> successors_of(const Operation& operation) const {
    return std::span(successors)
        .subspan(static_cast<std::size_t>(operation.first_successor),
                 static_cast<std::size_t>(operation.successors));
  }

  /// The memory that the program occupies, in bytes.
  [[nodiscard]] std::size_t bytes_kept() const {
    return sizeof *this + operations.size() * sizeof operations[0] +
           successors.size() * sizeof successors[0] + scratch.size() * sizeof scratch[0];
  }
};

}  // namespace allfold::program
