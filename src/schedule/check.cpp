#include "schedule/check.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "schedule/check_parts.hpp"
#include "schedule/machine.hpp"
#include "schedule/rounds.hpp"

namespace allfold {

namespace {

using Kind = Operation::Kind;

// Matching ----------------------------------------------------------------------------------------

std::int64_t pair_key(const Program& program, int from, int to) {
  return static_cast<std::int64_t>(from) * program.ranks + to;
}

/// Messages from one rank to another match by their order.
void check_matching(const std::vector<Program>& programs, Report& report) {
  std::unordered_map<std::int64_t, std::deque<Place>> sends;
  for (const Program& program : programs)
    for (std::size_t i = 0; i < program.operations.size(); ++i)
      if (const Operation& operation = program.operations[i]; operation.kind == Kind::send)
        sends[pair_key(program, program.rank, operation.peer)].push_back(
            {program.rank, static_cast<std::int32_t>(i)});

  for (const Program& program : programs)
    for (const Operation& operation : program.operations) {
      if (operation.kind != Kind::receive) continue;
      auto& from_peer = sends[pair_key(program, operation.peer, program.rank)];
      if (from_peer.empty()) {
        report.add(Fault::no_send, program, operation, operation.blocks.first,
                   "rank " + std::to_string(operation.peer) + " does not send it");
        continue;
      }
      const Operation& send = programs[static_cast<std::size_t>(operation.peer)]
                                  .operations[static_cast<std::size_t>(from_peer.front().index)];
      from_peer.pop_front();
      if (send.blocks != operation.blocks)
        report.add(Fault::mismatch, program, operation, operation.blocks.first,
                   "receives blocks " + text_of(operation.blocks) + " but rank " +
                       std::to_string(operation.peer) + " sends " + text_of(send.blocks) +
                       " in its round " + std::to_string(send.round));
    }

  for (const auto& [key, unmet] : sends)
    for (const Place place : unmet) {
      const Program& program = programs[static_cast<std::size_t>(place.rank)];
      const Operation& send = program.operations[static_cast<std::size_t>(place.index)];
      report.add(Fault::no_receive, program, send, send.blocks.first,
                 "rank " + std::to_string(send.peer) + " does not receive it");
    }
}

// Deadlock ----------------------------------------------------------------------------------------

void add_deadlock(const Program& program, std::size_t stuck, std::string_view how, Report& report) {
  if (stuck == program.operations.size()) return;
  const Operation& operation = program.operations[stuck];
  report.add(Fault::deadlock, program, operation, operation.blocks.first,
             "waits for rank " + std::to_string(operation.peer) + std::string(how));
}

void check_rounds(const std::vector<Program>& programs, Report& report) {
  if (!std::ranges::all_of(programs, &Program::one_exchange_a_round)) return;
  const std::vector<std::size_t> stuck = run_in_rounds(programs);
  for (const Program& program : programs)
    add_deadlock(program, stuck[static_cast<std::size_t>(program.rank)],
                 " (round by round, with blocking sends)", report);
}

// Values ------------------------------------------------------------------------------------------

/// The symbolic contents of all ranks' memories.
class Values {
 public:
  Values(const std::vector<Program>& programs, Expressions& expressions, Report& report)
      : programs_(programs), expressions_(expressions), report_(report) {
    for (const Program& program : programs) {
      cells_.emplace_back(program);
      contents_.emplace_back(cells_.back().count());
      for (std::int64_t b = 0; b < program.blocks; ++b)
        write(program.rank, Memory::input, b, expressions.input(program.rank));
    }
  }

  [[nodiscard]] Expression value(int rank, Memory memory, std::int64_t block) {
    const Content& found = content(rank, memory, block);
    return found.block == block ? found.value : undefined;
  }

  void deliver(Place send, Place receive) {
    const Operation& from = operation(send);
    const Operation& to = operation(receive);
    for (std::int64_t b = to.blocks.first; b < to.blocks.last; ++b)
      write(receive.rank, to.into, b, defined(send, from.left, b));
  }

  void compute(Place place) {
    const Operation& step = operation(place);
    for (std::int64_t b = step.blocks.first; b < step.blocks.last; ++b) {
      const Expression left = defined(place, step.left, b);
      if (step.kind == Kind::copy || left == undefined) {
        write(place.rank, step.into, b, left);
        continue;
      }
      const Expression right = defined(place, step.right, b);
      write(place.rank, step.into, b,
            right == undefined ? undefined : combined(place, left, right, b));
    }
  }

 private:
  /// What is in a cell. Places for segments hold now one block, now another.
  struct Content {
    Expression value = undefined;
    std::int64_t block = -1;
  };

  [[nodiscard]] Content& content(int rank, Memory memory, std::int64_t block) {
    const auto r = static_cast<std::size_t>(rank);
    return contents_[r][cells_[r].at(memory, block)];
  }
  void write(int rank, Memory memory, std::int64_t block, Expression value) {
    content(rank, memory, block) = {.value = value, .block = block};
  }
  [[nodiscard]] const Program& program(Place place) const {
    return programs_[static_cast<std::size_t>(place.rank)];
  }
  [[nodiscard]] const Operation& operation(Place place) const {
    return program(place).operations[static_cast<std::size_t>(place.index)];
  }
  Expression defined(Place place, Memory memory, std::int64_t block) {
    const Expression found = value(place.rank, memory, block);
    if (found == undefined)
      report_.add(Fault::reads_nothing, program(place), operation(place), block,
                  name_of(memory) + " is read where nothing was written, or another block");
    return found;
  }
  Expression combined(Place place, Expression left, Expression right, std::int64_t block) {
    const Expression both = expressions_.combine(left, right);
    const int twice = expressions_.duplicate(both);
    if (twice >= 0 && expressions_.duplicate(left) < 0 && expressions_.duplicate(right) < 0)
      report_.add(Fault::counted_twice, program(place), operation(place), block,
                  "the input of rank " + std::to_string(twice) + " occurs twice");
    return both;
  }

  const std::vector<Program>& programs_;
  Expressions& expressions_;
  Report& report_;
  std::vector<Cells> cells_;
  std::vector<std::vector<Content>> contents_;
};

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
    if (goal.order == OperandOrder::rank_order)
      return defect(Fault::out_of_order, "the operands are " + expressions.text(value));
  }
  std::uint64_t& form = proof.bracketing[static_cast<std::size_t>(block)];
  if (form == 0) form = expressions.form(value);
  if (form != expressions.form(value))
    defect(Fault::differs, "the bracketing is not that of the ranks before");
}

void check_values(const std::vector<Program>& programs, const Goal& goal, Proof& proof,
                  Report& report) {
  Expressions expressions(static_cast<int>(programs.size()));
  Values values(programs, expressions, report);
  Machine machine(programs);
  const bool completed =
      machine.run([&](Place send, Place receive) { values.deliver(send, receive); },
                  [&](Place place) { values.compute(place); });
  if (!completed) {
    for (const Program& program : programs)
      add_deadlock(program, static_cast<std::size_t>(machine.first_incomplete(program.rank)), "",
                   report);
    return;
  }
  proof.bracketing.assign(static_cast<std::size_t>(programs[0].blocks), 0);
  for (const Program& program : programs) {
    if (!goal.gets_result(program.rank)) continue;
    for (std::int64_t b = 0; b < program.blocks; ++b)
      check_result(program.rank, b, values.value(program.rank, Memory::result, b), goal,
                   expressions, proof, report);
  }
}

}  // namespace

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
  return std::ranges::adjacent_find(bracketing, std::ranges::not_equal_to{}) == bracketing.end();
}

Proof check(const std::vector<Program>& programs, const Goal& goal) {
  Proof proof;
  Report report(proof);
  for (const Program& program : programs) check_legality(program, report);
  if (!proof.holds()) return proof;
  for (const Program& program : programs) check_races(program, report);
  check_matching(programs, report);
  if (!proof.holds()) return proof;
  check_values(programs, goal, proof, report);
  check_rounds(programs, report);
  return proof;
}

}  // namespace allfold
