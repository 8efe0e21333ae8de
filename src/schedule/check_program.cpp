/// What can be shown of each rank's program by itself.
#include <fmt/format.h>

#include "schedule/check_parts.hpp"

namespace allfold {

namespace {

using Kind = Operation::Kind;

/// Calls visit(memory, is_write) for each memory that an operation touches.
template <class Visit>
void for_each_access(const Operation& operation, Visit visit) {
  if (operation.kind != Kind::receive) visit(operation.left, false);
  if (operation.kind == Kind::reduce) visit(operation.right, false);
  if (operation.kind != Kind::send) visit(operation.into, true);
}

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

}  // namespace

std::string name_of(Memory memory) {
  if (memory == Memory::input) return "the input";
  if (memory == Memory::result) return "the result";
  return fmt::format("scratch {}", scratch_index(memory));
}

std::string text_of(Blocks blocks) { return fmt::format("[{}, {})", blocks.first, blocks.last); }

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
      else if (program.segment > 0 && operation.blocks.first / program.segment !=
                                          (operation.blocks.last - 1) / program.segment)
        illegal("blocks " + text_of(operation.blocks) + " go across the end of a segment");
      if (is_write && memory == Memory::input && program.binding == Binding::separate)
        illegal("the input is written");
    });
  }
}

// It is enough to compare each access with the latest write and the reads since.
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

}  // namespace allfold
