#include "proof/check.hpp"

#include <algorithm>

#include "proof/check_parts.hpp"
#include "proof/expressions.hpp"
#include "proof/lockstep.hpp"
#include "proof/rounds.hpp"
#include "proof/values.hpp"

namespace allfold::proof {

namespace {

using Kind = program::Operation::Kind;

// Matching ----------------------------------------------------------------------------------------

/// Checks that every message has a partner with the same blocks.
void check_matching(const std::vector<program::Program>& programs, const Matching& matching,
                    Report& report) {
  for (const program::Program& program : programs)
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const program::Operation& operation = program.operations[i];
      if (!operation.is_message()) continue;
      const std::int32_t partner =
          matching.partner(matching.number({program.rank, static_cast<std::int32_t>(i)}));
      const bool is_send = operation.kind == Kind::send;
      if (partner < 0) {
        report.add(is_send ? Fault::no_receive : Fault::no_send, program, operation,
                   operation.blocks.first,
                   "rank " + std::to_string(operation.peer) + " does not " +
                       (is_send ? "receive it" : "send it"));
        continue;
      }
      const program::Operation& other = programs[static_cast<std::size_t>(operation.peer)]
                                            .operations[static_cast<std::size_t>(partner)];
      if (!is_send && (other.blocks != operation.blocks || other.vectors != operation.vectors))
        report.add(Fault::mismatch, program, operation, operation.blocks.first,
                   "receives blocks " + text_of(operation.blocks) + " but rank " +
                       std::to_string(operation.peer) + " sends " + text_of(other.blocks) +
                       " in its round " + std::to_string(other.round));
    }
}

// Deadlock ----------------------------------------------------------------------------------------

void add_deadlocks(const std::vector<program::Program>& programs, const Lockstep& lockstep,
                   std::string_view how, Report& report) {
  for (const program::Program& program : programs) {
    const auto stuck = static_cast<std::size_t>(lockstep.first_incomplete(program.rank));
    if (stuck == program.operations.size()) continue;
    const program::Operation& operation = program.operations[stuck];
    report.add(Fault::deadlock, program, operation, operation.blocks.first,
               "waits for rank " + std::to_string(operation.peer) + std::string(how));
  }
}

/// Runs the ranks round by round that may run so, beside the others. If some of them have longer
/// messages, and therefore run in the order of data, no operation starts later than here: rounds
/// keep all waits of that order (see check_waits_in_rounds).
void check_rounds(const std::vector<program::Program>& programs, const Matching& matching,
                  Report& report) {
  if (std::ranges::none_of(programs, &program::Program::may_run_by_rounds)) return;
  std::vector<program::Program> as_they_run;
  as_they_run.reserve(programs.size());
  for (const program::Program& program : programs)
    as_they_run.push_back(program.may_run_by_rounds() ? in_rounds(program) : program);
  Lockstep lockstep(as_they_run, matching);
  if (!lockstep.run([](Position, Position) {}, [](Position) {}))
    add_deadlocks(programs, lockstep, " (round by round, with blocking sends)", report);
}

// Values ------------------------------------------------------------------------------------------

void check_result(int rank, std::int64_t block, Expression value, const Goal& goal,
                  Expressions& expressions, Proof& proof, Report& report) {
  const auto defect = [&](Fault fault, std::string detail) {
    report.add({.fault = fault, .rank = rank, .block = block, .detail = std::move(detail)});
  };
  if (value == undefined) return defect(Fault::incomplete, "nothing was written there");
  if (const int missing = expressions.missing(value); missing >= 0)
    return defect(Fault::incomplete,
                  "the input of rank " + std::to_string(missing) + " is missing");
  if (!expressions.is_in_rank_order(value)) {
    proof.keeps_rank_order = false;
    if (goal.order == schedule::OperandOrder::rank_order)
      return defect(Fault::out_of_order, "the operands are " + expressions.text(value));
  }
  std::uint64_t& form = proof.bracketing[static_cast<std::size_t>(block)];
  if (form == 0) form = expressions.form(value);
  if (form != expressions.form(value))
    defect(Fault::differs, "the bracketing is not that of the ranks before");
}

/// Checks the blocks that each rank wants. A value that is equal to that of the rank before needs no
/// further check.
void check_results(const std::vector<program::Program>& programs, const Goal& goal,
                   const Values& values, Expressions& expressions, Proof& proof, Report& report) {
  std::vector<Expression> seen(static_cast<std::size_t>(programs[0].blocks), undefined);
  for (const program::Program& program : programs) {
    const schedule::Blocks wanted = goal.wanted_by(program.rank);
    for (std::int64_t b = wanted.first; b < wanted.last; ++b) {
      const Expression value = values.value(program.rank, schedule::Memory::result, b);
      Expression& before = seen[static_cast<std::size_t>(b)];
      if (value != undefined && value == before) continue;
      before = value;
      check_result(program.rank, b, value, goal, expressions, proof, report);
    }
  }
}

void check_values(const std::vector<program::Program>& programs, const Matching& matching,
                  const Goal& goal, Proof& proof, Report& report) {
  Expressions expressions(static_cast<int>(programs.size()));
  Values values(programs, expressions, report);
  Lockstep lockstep(programs, matching);
  const bool completed =
      lockstep.run([&](Position send, Position receive) { values.deliver(send, receive); },
                   [&](Position place) { values.compute(place); });
  if (!completed) return add_deadlocks(programs, lockstep, "", report);
  proof.bracketing.assign(static_cast<std::size_t>(programs[0].blocks), 0);
  check_results(programs, goal, values, expressions, proof, report);
}

}  // namespace

Goal goal_of(const schedule::Recipients& recipients, std::int64_t blocks,
             schedule::OperandOrder order) {
  Goal goal{.wanted = {}, .order = order};
  goal.wanted.reserve(static_cast<std::size_t>(recipients.ranks));
  for (int rank = 0; rank < recipients.ranks; ++rank)
    goal.wanted.push_back(recipients.wanted(rank, {.first = 0, .last = blocks}));
  return goal;
}

std::string_view name_of(Fault fault) {
  switch (fault) {
    case Fault::illegal: return "illegal operation";
    case Fault::race: return "race";
    case Fault::no_receive: return "send without receive";
    case Fault::no_send: return "receive without send";
    case Fault::mismatch: return "mismatch";
    case Fault::deadlock: return "deadlock";
    case Fault::reads_nothing: return "read of nothing";
    case Fault::counted_twice: return "counted twice";
    case Fault::out_of_order: return "out of order";
    case Fault::incomplete: return "incomplete result";
    case Fault::differs: return "differing results";
  }
  return "";
}

std::string Defect::text() const {
  std::string place = " at rank " + std::to_string(rank);
  if (round >= 0) place += ", round " + std::to_string(round);
  if (block >= 0) place += ", block " + std::to_string(block);
  return std::string(name_of(fault)) + place + ": " + detail;
}

bool Proof::has_one_bracketing() const {
  std::uint64_t one = 0;
  return std::ranges::all_of(bracketing, [&](std::uint64_t form) {
    if (one == 0) one = form;
    return form == 0 || form == one;
  });
}

Proof check_alone(const program::Program& program) {
  Proof proof;
  Report report(proof);
  check_legality(program, report);
  if (proof.holds()) check_links(program, report);
  if (proof.holds()) check_waits_in_rounds(program, report);
  if (proof.holds()) check_races(program, report);
  return proof;
}

Proof check_together(const std::vector<program::Program>& programs, const Goal& goal) {
  Proof proof;
  Report report(proof);
  const Matching matching(programs);
  check_matching(programs, matching, report);
  if (!proof.holds()) return proof;
  check_values(programs, matching, goal, proof, report);
  check_rounds(programs, matching, report);
  return proof;
}

Proof check(const std::vector<program::Program>& programs, const Goal& goal) {
  for (const program::Program& program : programs)
    if (Proof alone = check_alone(program); !alone.holds()) return alone;
  return check_together(programs, goal);
}

}  // namespace allfold::proof
