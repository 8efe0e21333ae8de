/// What can be shown for each rank's program on its own.

#include <algorithm>

#include "proof/check_parts.hpp"
#include "text/format.hpp"

namespace allfold::proof {

std::string name_of(schedule::Memory memory) {
  if (memory == schedule::Memory::input) return "the input";
  if (memory == schedule::Memory::result) return "the result";
  return text::format("scratch {}", schedule::scratch_index(memory));
}

std::string text_of(schedule::Blocks blocks) {
  return text::format("[{}, {})", blocks.first, blocks.last);
}

namespace {

/// Whether a scratch vector is one of the adjacent vectors that a message of several vectors
/// carries.
bool lies_in_a_row(const program::Program& program, const program::Operation& message,
                   schedule::Memory memory) {
  if (!message.is_message() || !schedule::is_scratch(memory)) return false;
  const schedule::Memory first =
      message.kind == program::Operation::Kind::send ? message.left : message.into;
  const schedule::Scratch& scratch =
      program.scratch[static_cast<std::size_t>(schedule::scratch_index(memory))];
  return scratch.room == message.blocks && scratch.places == 0 &&
         (memory == first || scratch.packing == schedule::Scratch::Packing::beside);
}

/// Operations on places for segments are ordered by the blocks that they have in common. But
/// lengths of blocks differ by an element, so that a piece may overlap with one that has other
/// blocks of its segment. Therefore all operations on a scratch vector with places must have a
/// block of the place in common.
class PlacesInCommon {
 public:
  explicit PlacesInCommon(const program::Program& program)
      : program_(program), common_(program.scratch.size(), {.first = 0, .last = program.segment}) {}

  /// Whether the accesses so far, and this one, have a block in common.
  [[nodiscard]] bool note(schedule::Memory memory, schedule::Blocks blocks) {
    if (!schedule::is_scratch(memory)) return true;
    const auto index = static_cast<std::size_t>(schedule::scratch_index(memory));
    if (program_.scratch[index].places == 0) return true;
    schedule::Blocks& common = common_[index];
    const std::int64_t first = blocks.first % program_.segment;
    common.first = std::max(common.first, first);
    common.last = std::min(common.last, first + blocks.size());
    return !common.empty();
  }

 private:
  const program::Program& program_;
  std::vector<schedule::Blocks> common_;
};

}  // namespace

void check_legality(const program::Program& program, Report& report) {
  const Cells cells(program);
  PlacesInCommon places(program);
  const auto memories = static_cast<std::int32_t>(program.scratch.size()) + 2;
  for (const program::Operation& operation : program.operations) {
    const auto illegal = [&](std::string detail) {
      report.add(Fault::illegal, program, operation, operation.blocks.first, std::move(detail));
    };
    if (operation.is_message() &&
        (operation.peer < 0 || operation.peer >= program.ranks || operation.peer == program.rank))
      illegal("a message to or from rank " + std::to_string(operation.peer));
    program::for_each_access(operation, [&](schedule::Memory memory, program::Access access) {
      if (static_cast<std::int32_t>(memory) >= memories)
        illegal(name_of(memory) + " does not exist");
      else if (operation.blocks.empty() || !cells.room(memory).contains(operation.blocks))
        illegal("blocks " + text_of(operation.blocks) + " of " + name_of(memory) + ", which has " +
                text_of(cells.room(memory)));
      else if (program.segment > 0 && operation.blocks.first / program.segment !=
                                          (operation.blocks.last - 1) / program.segment)
        illegal("blocks " + text_of(operation.blocks) + " go across the end of a segment");
      else if (operation.vectors > 1 && !lies_in_a_row(program, operation, memory))
        illegal(name_of(memory) + " does not lie beside the others of the message");
      else if (!places.note(memory, operation.blocks))
        illegal(name_of(memory) + " has places in which segments may lie over each other");
      if (access == program::Access::write && memory == schedule::Memory::input &&
          program.binding == program::Binding::separate)
        illegal("the input is written");
    });
  }
}

namespace {

/// What is wrong with the turn of an operation, or "". `latest` is the operation before it of the
/// same kind and with the same peer; -1: none.
std::string fault_of_turn(const program::Program& program, std::int32_t index,
                          std::int32_t latest) {
  if (latest < 0 || program.operations[static_cast<std::size_t>(latest)].next_in_turn == index)
    return "";
  return text::format("does not wait for its turn after operation {}", latest);
}

/// By operation, the number of others for which it waits. Reports links to operations that do not
/// exist or are not later.
std::vector<std::int32_t> waits_of(const program::Program& program, Report& report) {
  std::vector<std::int32_t> waits(program.operations.size(), 0);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const program::Operation& operation = program.operations[i];
    auto latest = static_cast<std::int32_t>(i);
    const auto count = [&](std::int32_t later) {
      if (later > latest && static_cast<std::size_t>(later) < waits.size())
        ++waits[static_cast<std::size_t>(later)];
      else
        report.add(Fault::illegal, program, operation, operation.blocks.first,
                   text::format("operation {} waits for it", later));
    };
    if (operation.next_in_turn >= 0) count(operation.next_in_turn);
    for (const std::int32_t next : program.successors_of(operation)) {
      count(next);
      latest = next;  // successors are in ascending order
    }
  }
  return waits;
}

}  // namespace

void check_links(const program::Program& program, Report& report) {
  const auto ranks = static_cast<std::size_t>(program.ranks);
  std::vector<std::int32_t> latest(2 * ranks, -1);  // sends by peer, then receives by peer
  const std::vector<std::int32_t> waits = waits_of(program, report);
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const program::Operation& operation = program.operations[i];
    const auto illegal = [&](std::string detail) {
      report.add(Fault::illegal, program, operation, operation.blocks.first, std::move(detail));
    };
    if (operation.predecessors != waits[i])
      illegal(text::format("waits for {} operations, where {} come before it",
                           operation.predecessors, waits[i]));
    if (!operation.is_message()) continue;
    const std::size_t turn = static_cast<std::size_t>(operation.peer) +
                             (operation.kind == program::Operation::Kind::send ? 0 : ranks);
    const auto index = static_cast<std::int32_t>(i);
    if (std::string fault = fault_of_turn(program, index, latest[turn]); !fault.empty())
      illegal(std::move(fault));
    latest[turn] = index;
  }
}

void check_waits_in_rounds(const program::Program& program, Report& report) {
  if (!program.may_run_by_rounds()) return;
  for (const program::Operation& operation : program.operations)
    for (const std::int32_t next : program.successors_of(operation)) {
      const program::Operation& later = program.operations[static_cast<std::size_t>(next)];
      if (later.is_message() && later.round == operation.round)
        report.add(Fault::illegal, program, later, later.blocks.first,
                   "waits for an operation of its round");
    }
}

}  // namespace allfold::proof
