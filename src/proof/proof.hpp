/// @file Proof: what a set of programs is meant to compute, and where it does not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/operand_order.hpp"
#include "schedule/schedule.hpp"

namespace allfold::proof {

/// What a set of programs is meant to compute.
struct Goal {
  schedule::Collective collective = schedule::Collective::allreduce;
  int root = 0;  ///< reduce: the rank that gets the result
  schedule::OperandOrder order = schedule::OperandOrder::rank_order;

  [[nodiscard]] bool gets_result(int rank) const {
    return collective == schedule::Collective::allreduce || rank == root;
  }
};

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
  incomplete,     ///< a result without some rank's input
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
  /// For each block of the result, the form of its bracketing (Expressions::form).
  std::vector<std::uint64_t> bracketing;
  /// Whether all results keep rank order, whether that was expected or not.
  bool keeps_rank_order = true;

  [[nodiscard]] bool holds() const { return defects.empty(); }
  /// Whether all blocks have the same bracketing.
  [[nodiscard]] bool has_one_bracketing() const;
};

}  // namespace allfold::proof
