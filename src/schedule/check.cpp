#include "schedule/check.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "schedule/machine.hpp"
#include "schedule/rounds.hpp"

namespace allfold {

namespace {

using Kind = Operation::Kind;

constexpr std::size_t most_defects = 8;

class Report {
 public:
  explicit Report(Proof& proof) : proof_(proof) {}
  void add(Defect defect) {
    if (proof_.defects.size() < most_defects) proof_.defects.push_back(std::move(defect));
  }
  void add(Fault fault, const Program& program, const Operation& operation, std::int64_t block,
           std::string detail) {
    add({.fault = fault,
         .rank = program.rank,
         .round = operation.round,
         .block = block,
         .detail = std::move(detail)});
  }

 private:
  Proof& proof_;
};

std::string name_of(Memory memory) {
  if (memory == Memory::input) return "the input";
  if (memory == Memory::result) return "the result";
  return "scratch " + std::to_string(scratch_index(memory));
}

std::string text_of(Blocks blocks) {
  return "[" + std::to_string(blocks.first) + ", " + std::to_string(blocks.last) + ")";
}

/// The memories of one rank, as one array of cells, a cell a block.
class Cells {
 public:
  explicit Cells(const Program& program) : program_(program) {
    std::size_t next = 2 * static_cast<std::size_t>(program.blocks);
    for (const Blocks room : program.scratch) {
      first_scratch_cell_.push_back(next);
      next += static_cast<std::size_t>(room.size());
    }
    count_ = next;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Blocks room(Memory memory) const {
    return is_scratch(memory) ? program_.scratch[static_cast<std::size_t>(scratch_index(memory))]
                              : Blocks{.first = 0, .last = program_.blocks};
  }
  [[nodiscard]] std::size_t at(Memory memory, std::int64_t block) const {
    const std::int64_t offset = block - room(memory).first;
    std::size_t first = 0;
    if (is_scratch(memory))
      first = first_scratch_cell_[static_cast<std::size_t>(scratch_index(memory))];
    else if (memory == Memory::result && program_.binding == Binding::separate)
      first = static_cast<std::size_t>(program_.blocks);
    return first + static_cast<std::size_t>(offset);
  }

 private:
  const Program& program_;
  std::vector<std::size_t> first_scratch_cell_;
  std::size_t count_;
};

/// Calls visit(memory, is_write) for each memory that an operation touches.
template <class Visit>
void for_each_access(const Operation& operation, Visit visit) {
  if (operation.kind != Kind::receive) visit(operation.left, false);
  if (operation.kind == Kind::reduce) visit(operation.right, false);
  if (operation.kind != Kind::send) visit(operation.into, true);
}

// Legality
// -----------------------------------------------------------------------------------------

void check_legality(const Program& program, Report& report) {
  const Cells cells(program);
  const auto memories = static_cast<std::int32_t>(program.scratch.size()) + 2;
  for (const Operation& operation : program.operations) {
    const auto illegal = [&](std::string detail) {
      report.add(Fault::illegal, program, operation, operation.blocks.first, std::move(detail));
    };
    if (operation.is_message() &&
        (operation.peer < 0 || operation.peer >= program.ranks || operation.peer == program.rank))
      illegal("a message to or from rank " + std::to_string(operation.peer));
    for_each_access(operation, [&](Memory memory, bool is_write) {
      if (static_cast<std::int32_t>(memory) >= memories)
        illegal(name_of(memory) + " does not exist");
      else if (operation.blocks.empty() || !cells.room(memory).contains(operation.blocks))
        illegal("blocks " + text_of(operation.blocks) + " of " + name_of(memory) + ", which has " +
                text_of(cells.room(memory)));
      if (is_write && memory == Memory::input && program.binding == Binding::separate)
        illegal("the input is written");
    });
  }
}

// Races
// --------------------------------------------------------------------------------------------

/// For each operation the set of operations that are complete whenever it starts.
class Precedence {
 public:
  explicit Precedence(const Program& program)
      : words_((program.operations.size() + 63) / 64),
        before_(program.operations.size() * words_, 0) {
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const Operation& operation = program.operations[i];
      for (const std::int32_t next : program.successors_of(operation)) {
        inherit(static_cast<std::size_t>(next), i);
        before_[static_cast<std::size_t>(next) * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
      }
      if (operation.next_in_turn >= 0) inherit(static_cast<std::size_t>(operation.next_in_turn), i);
    }
  }
  [[nodiscard]] bool completes_before(std::size_t earlier, std::size_t later) const {
    return (before_[later * words_ + earlier / 64] >> (earlier % 64) & 1U) != 0;
  }

 private:
  void inherit(std::size_t later, std::size_t earlier) {
    for (std::size_t w = 0; w < words_; ++w)
      before_[later * words_ + w] |= before_[earlier * words_ + w];
  }

  std::size_t words_;
  std::vector<std::uint64_t> before_;
};

/// Shows that of any two operations on one block, one of which writes, the first completes before
/// the second starts. It is enough to compare each access with the latest write and the reads
/// since.
void check_races(const Program& program, Report& report) {
  struct Access {
    std::int32_t writer = -1;
    std::vector<std::int32_t> readers;
  };
  const Cells cells(program);
  const Precedence precedence(program);
  std::vector<Access> latest(cells.count());

  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    const auto index = static_cast<std::int32_t>(i);
    const auto compare = [&](std::int32_t earlier, Memory memory, std::int64_t block) {
      if (earlier < 0 || earlier == index ||
          precedence.completes_before(static_cast<std::size_t>(earlier), i))
        return;
      const Operation& other = program.operations[static_cast<std::size_t>(earlier)];
      report.add(Fault::race, program, operation, block,
                 name_of(memory) + " is touched while an operation of round " +
                     std::to_string(other.round) + " may still " +
                     (other.kind == Kind::send ? "send" : "write or read") + " it");
    };
    for_each_access(operation, [&](Memory memory, bool is_write) {
      for (std::int64_t b = operation.blocks.first; b < operation.blocks.last; ++b) {
        Access& access = latest[cells.at(memory, b)];
        compare(access.writer, memory, b);
        if (is_write) {
          for (const std::int32_t reader : access.readers) compare(reader, memory, b);
          access = {.writer = index, .readers = {}};
        } else {
          access.readers.push_back(index);
        }
      }
    });
  }
}

// Matching
// -----------------------------------------------------------------------------------------

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

// Deadlock
// -----------------------------------------------------------------------------------------

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

// Values
// -------------------------------------------------------------------------------------------

/// The symbolic contents of all ranks' memories.
class Values {
 public:
  Values(const std::vector<Program>& programs, Expressions& expressions, Report& report)
      : programs_(programs), expressions_(expressions), report_(report) {
    for (const Program& program : programs) {
      cells_.emplace_back(program);
      values_.emplace_back(cells_.back().count(), undefined);
      for (std::int64_t b = 0; b < program.blocks; ++b)
        values_.back()[cells_.back().at(Memory::input, b)] = expressions.input(program.rank);
    }
  }

  [[nodiscard]] Expression& value(int rank, Memory memory, std::int64_t block) {
    const auto r = static_cast<std::size_t>(rank);
    return values_[r][cells_[r].at(memory, block)];
  }

  void deliver(Place send, Place receive) {
    const Operation& from = operation(send);
    const Operation& to = operation(receive);
    for (std::int64_t b = to.blocks.first; b < to.blocks.last; ++b)
      value(receive.rank, to.into, b) = defined(send, from.left, b);
  }

  void compute(Place place) {
    const Operation& step = operation(place);
    for (std::int64_t b = step.blocks.first; b < step.blocks.last; ++b) {
      const Expression left = defined(place, step.left, b);
      if (step.kind == Kind::copy || left == undefined) {
        value(place.rank, step.into, b) = left;
        continue;
      }
      const Expression right = defined(place, step.right, b);
      value(place.rank, step.into, b) =
          right == undefined ? undefined : combined(place, left, right, b);
    }
  }

 private:
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
                  name_of(memory) + " is read before anything was written there");
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
  std::vector<std::vector<Expression>> values_;
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
  const auto b = static_cast<std::size_t>(block);
  const std::uint64_t form = expressions.form(value);
  if (proof.bracketing.size() <= b) proof.bracketing.push_back(form);
  if (proof.bracketing[b] != form)
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
