/// @file The checker: proves, on symbols and without any communication, what linked programs do.
///
/// It executes the programs of all ranks together, exactly as the executor does, and shows:
///  - every operation is legal: blocks and peers in range, the input never written;
///  - operations wait for as many others as they count, and messages for their turn;
///  - nothing is read or overwritten while it may be in flight, in any order of completion;
///  - every send meets its receive, with the same blocks;
///  - no deadlock, whatever the MPI library buffers (shown with no buffering at all; the programs
///  have
///    no choices, so more buffering only lets operations start earlier), neither in the order of
///    data nor round by round with blocking sends, where programs may be run so;
///  - every block of the result is the reduction of each rank's input exactly once, in rank order
///  where
///    that is expected, and identical, bracketing included, on all ranks that get one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schedule/expression.hpp"
#include "schedule/link.hpp"

namespace allfold {

/// What an algorithm does with the order of operands.
enum class OperandOrder : std::uint8_t { rank_order, any };

/// What a set of programs is meant to compute.
struct Goal {
  Collective collective = Collective::allreduce;
  int root = 0;  ///< reduce: the rank that gets the result
  OperandOrder order = OperandOrder::rank_order;

  [[nodiscard]] bool gets_result(int rank) const {
    return collective == Collective::allreduce || rank == root;
  }
};

enum class Fault : std::uint8_t {
  illegal,        ///< an operation outside the vocabulary's rules
  race,           ///< two operations on the same blocks, one of them a writer, without an order
  no_receive,     ///< a send that no receive waits for
  no_send,        ///< a receive that nothing is sent to
  mismatch,       ///< a send and a receive that meet have different blocks
  deadlock,       ///< ranks that wait for each other
  reads_nothing,  ///< an operand or a message that nothing wrote before
  counted_twice,  ///< a rank's input reduced into a value more than once
  out_of_order,   ///< operands not in rank order
  incomplete,     ///< a result without some rank's input
  differs,        ///< ranks whose results are bracketed differently
};

[[nodiscard]] std::string_view name_of(Fault fault);

/// One fault, with the place where it shows.
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
  std::vector<Defect> defects;  ///< empty: proved; else at most a handful, the earliest first
  /// For each block of the result, the form of its bracketing (Expressions::form).
  std::vector<std::uint64_t> bracketing;
  /// All results keep rank order, whether that was expected or not.
  bool keeps_rank_order = true;

  [[nodiscard]] bool holds() const { return defects.empty(); }
  /// One bracketing for all blocks.
  [[nodiscard]] bool has_one_bracketing() const;
};

/// Checks the programs of all ranks; programs[r] is that of rank r, all linked from Schedules of
/// the same number of ranks and blocks.
[[nodiscard]] Proof check(const std::vector<Program>& programs, const Goal& goal);

/// The check in two parts, for who proves one program as part of several sets. First what is shown
/// of each program by itself: legality, links and races.
[[nodiscard]] Proof check_alone(const Program& program);
/// Then what is shown of all together, if nothing was found in any of them.
[[nodiscard]] Proof check_together(const std::vector<Program>& programs, const Goal& goal);

}  // namespace allfold
