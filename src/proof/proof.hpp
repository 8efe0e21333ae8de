/// @file Proof: what a set of programs is meant to compute, and where it does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/collective.hpp"
#include "schedule/operand_order.hpp"
#include "schedule/schedule.hpp"

namespace allfold::proof {

/// What a set of programs is meant to compute: the reduction of all inputs, of which each rank gets
/// the blocks that it wants.
struct Goal {
  std::vector<schedule::Blocks> wanted;  ///< by rank; empty for a rank that gets no result
  schedule::OperandOrder order = schedule::OperandOrder::rank_order;

  [[nodiscard]] schedule::Blocks wanted_by(int rank) const {
    return wanted.at(static_cast<std::size_t>(rank));
  }
  [[nodiscard]] bool gets_result(int rank) const { return !wanted_by(rank).empty(); }
};

/// The goal of programs over `blocks` blocks that serve these recipients.
[[nodiscard]] Goal goal_of(const schedule::Recipients& recipients, std::int64_t blocks,
                           schedule::OperandOrder order);

enum class Fault : std::uint8_t {
  illegal,        ///< an operation outside the vocabulary's rules
  race,           ///< two operations on the same blocks, one of them a writer, without an order
  no_receive,     ///< a send without a receive
  no_send,        ///< a receive without a send
  mismatch,       ///< a send and a receive that meet have different blocks
  deadlock,       ///< ranks that wait for each other
  reads_nothing,  ///< an operand or a message that was not written before
  counted_twice,  ///< a rank's input reduced into a value more than once
  out_of_order,   ///< operands not in rank order
  incomplete,     ///< a block that a rank wants, without some rank's input
  differs,        ///< ranks whose results are bracketed differently
};

[[nodiscard]] std::string_view name_of(Fault fault);

/// One fault, with the place where it was found.
struct Defect {
  Fault fault;
  int rank = 0;
  int round = -1;           ///< of the rank's Schedule; -1: at the end
  std::int64_t block = -1;  ///< -1: no block in particular
  std::string detail;

  /// "deadlock at rank 3, round 2, block 5: ..."
  [[nodiscard]] std::string text() const;
};

struct Proof {
  std::vector<Defect> defects;  ///< empty: proved; otherwise a few, the earliest first
  /// For each block of the result, the form of its bracketing (Expressions::form); 0 if no rank
  /// wants the block.
  std::vector<std::uint64_t> bracketing;
  /// Whether all results keep rank order, whether that was expected or not.
  bool keeps_rank_order = true;

  [[nodiscard]] bool holds() const { return defects.empty(); }
  /// Whether all blocks that a rank wants have the same bracketing.
  [[nodiscard]] bool has_one_bracketing() const;
};

}  // namespace allfold::proof
