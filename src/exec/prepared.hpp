/// @file Prepared: a linked Program bound to the length and layout of its vectors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exec/layout.hpp"
#include "program/program.hpp"
#include "schedule/blocks.hpp"

namespace allfold::exec {

/// The vectors of a call, without their addresses.
struct Shape {
  std::int64_t elements = 0;
  schedule::Division division = schedule::Division::elements;
  Layout layout;
  /// The blocks of the result that the rank wants: the caller provides memory for these, and no
  /// more. The executor uses a work buffer for a result of which it computes other blocks, too.
  schedule::Blocks wanted;
  /// Where each rank's share begins, and the end of the last, if shares are unequal; otherwise empty.
  /// Must outlive what is prepared.
  std::span<const std::int64_t> starts = {};
  /// `in_input`, as with MPI_IN_PLACE in a Reduce_scatter: the wanted blocks go to memory that holds
  /// inputs, until the end.
  enum class Place : std::uint8_t { apart, in_input } place = Place::apart;

  /// The vector, cut into `blocks` blocks.
  [[nodiscard]] schedule::Cut cut(std::int64_t blocks) const {
    return starts.empty() ? schedule::Cut(elements, blocks, division)
                          : schedule::Cut(schedule::Shares(starts), blocks);
  }
};

/// The longest message, in bytes, of programs that run round by round. Up to this length the fewest
/// calls of the MPI library are the fastest, above it the overlap of messages is.
inline constexpr std::int64_t most_bytes_by_rounds = 16384;

/// A location that does not depend on the addresses of a call.
struct Location {
  /// The caller's vectors and the executor's work memory, which is aligned to cache lines.
  enum class Base : std::uint8_t { input, result, work };
  Base base = Base::input;
  std::int64_t offset = 0;  ///< bytes

  using Bases = std::array<const void*, 3>;
  [[nodiscard]] void* in(const Bases& bases) const {
    return moved(bases[static_cast<std::size_t>(base)], offset);
  }
};

/// One step of a program that runs round by round.
struct Action {
  enum class Kind : std::uint8_t { exchange, reduce, copy };
  Kind kind;
  int receive_from = -1;  ///< exchange: a rank; -1: nothing is received
  int send_to = -1;       ///< exchange: a rank; -1: nothing is sent
  Location into = {};     ///< exchange: what is received
  Location left = {};     ///< exchange: what is sent; copy: what is copied
  Location right = {};
  std::int64_t elements = 0;       ///< exchange: the elements that are received
  std::int64_t elements_sent = 0;  ///< exchange: the elements that are sent
};

/// All that can be computed before a call: where each block lies, in the caller's vectors or in the
/// work memory, and how the program runs. Made once for any number of calls.
class Prepared {
 public:
  /// `program` must outlive this object. It runs round by round if its messages have at most
  /// `short_message` bytes, each round has at most one exchange, and no send would wait for a
  /// message that it does not need.
  Prepared(const program::Program& program, const Shape& shape, std::int64_t short_message);

  [[nodiscard]] const program::Program& program() const { return *program_; }
  [[nodiscard]] bool runs_by_rounds() const { return runs_by_rounds_; }
  /// The steps of a program that runs round by round; otherwise empty.
  [[nodiscard]] std::span<const Action> actions() const { return actions_; }
  /// The copy of what the rank wants from the work buffer, after all operations. Of no elements if
  /// the result is in the caller's memory, or the rank wants nothing.
  [[nodiscard]] const Action& last_copy() const { return last_copy_; }
  /// The work memory of a call, in bytes; absent if the number overflows.
  [[nodiscard]] std::optional<std::size_t> work_bytes() const { return work_bytes_; }
  /// Whether the result is in a work buffer.
  [[nodiscard]] bool brings_result() const { return brings_result_; }

  [[nodiscard]] std::int64_t elements(schedule::Blocks blocks) const {
    return cut_.elements(blocks);
  }
  [[nodiscard]] std::int64_t elements(const program::Operation& operation) const {
    return cut_.elements(operation.blocks) * operation.vectors;
  }
  [[nodiscard]] Location place(schedule::Memory memory, std::int64_t block) const;
  /// The memory that it occupies outside this object and the program, in bytes.
  [[nodiscard]] std::size_t bytes_kept() const {
    return actions_.capacity() * sizeof(Action) + scratch_.capacity() * sizeof(WorkVector);
  }

 private:
  /// A vector in the work memory.
  struct WorkVector {
    std::int64_t origin = 0;  ///< where element 0 would lie; with places, the first place
    std::int64_t places = 0;  ///< for segments, as in Scratch
    std::int64_t stride = 0;  ///< bytes from one place to the next
  };

  void reserve_scratch();
  WorkVector reserve(const schedule::Scratch& wanted, std::int64_t vectors = 1);
  void add_actions_of_round(std::size_t& operation);
  void add_exchange(Action& exchange);

  const program::Program* program_;
  schedule::Cut cut_;
  Layout layout_;
  bool brings_result_;
  std::int64_t start_of_wanted_;  ///< bytes from the first element to the first that is wanted
  bool runs_by_rounds_;
  std::optional<std::size_t> work_bytes_ = 0;
  WorkVector result_;
  std::vector<WorkVector> scratch_;
  std::vector<Action> actions_;
  Action last_copy_{.kind = Action::Kind::copy};
};

}  // namespace allfold::exec
