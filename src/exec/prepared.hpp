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

/// The vectors of a call, but for their addresses.
struct Shape {
  std::int64_t elements = 0;
  schedule::Division division = schedule::Division::elements;
  Layout layout;
  /// Whether the caller gives memory for the result; else the executor brings its own.
  enum class Result : std::uint8_t { given, work_buffer } result = Result::given;
};

/// Below this the fewest calls of the MPI library win, above it the overlap of messages does: bytes
/// of a message.
inline constexpr std::int64_t most_bytes_by_rounds = 16384;

/// Where something lies, whatever the addresses of a call are.
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

/// What is done in one go by a program that runs by rounds.
struct Action {
  enum class Kind : std::uint8_t { exchange, reduce, copy };
  Kind kind;
  int receive_from = -1;  ///< exchange: a rank; -1: nothing is received
  int send_to = -1;       ///< exchange: a rank; -1: nothing is sent
  Location into = {};     ///< exchange: what is received
  Location left = {};     ///< exchange: what is sent; copy: what is copied
  Location right = {};
  std::int64_t elements = 0;       ///< exchange: that are received
  std::int64_t elements_sent = 0;  ///< exchange
};

/// All that can be worked out before a call: where each block lies, in the caller's vectors or in
/// the work memory, and how the program runs. Made once for any number of calls.
class Prepared {
 public:
  /// `program` must outlive this. Messages up to `short_message` bytes run round by round, where
  /// the program allows, and no send would wait in vain.
  Prepared(const program::Program& program, const Shape& shape, std::int64_t short_message);

  [[nodiscard]] const program::Program& program() const { return *program_; }
  [[nodiscard]] bool runs_by_rounds() const { return runs_by_rounds_; }
  /// For a program that runs by rounds.
  [[nodiscard]] std::span<const Action> actions() const { return actions_; }
  /// The work memory that a call needs; none if that is beyond all memory.
  [[nodiscard]] std::optional<std::size_t> work_bytes() const { return work_bytes_; }
  [[nodiscard]] bool brings_result() const { return brings_result_; }

  [[nodiscard]] std::int64_t elements(schedule::Blocks blocks) const {
    return cut_.elements(blocks);
  }
  [[nodiscard]] std::int64_t elements(const program::Operation& operation) const {
    return cut_.elements(operation.blocks) * operation.vectors;
  }
  [[nodiscard]] Location place(schedule::Memory memory, std::int64_t block) const;
  /// The memory that it takes beside itself and the program.
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
  bool runs_by_rounds_;
  std::optional<std::size_t> work_bytes_ = 0;
  WorkVector result_;
  std::vector<WorkVector> scratch_;
  std::vector<Action> actions_;
};

}  // namespace allfold::exec
