/// Races: shown for each rank's program on its own.
#include <optional>

#include "proof/check_parts.hpp"

namespace allfold::proof {

namespace {

using Index = std::int32_t;

/// For each operation the set of operations that are complete whenever it starts.
class Precedence {
 public:
  explicit Precedence(const program::Program& program)
      : words_((program.operations.size() + 63) / 64),
        before_(program.operations.size() * words_, 0) {
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
      const program::Operation& operation = program.operations[i];
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

/// Whether operations complete before others start. In nearly all cases one waits for the other
/// directly, which is found quickly; only for other cases the transitive closure is computed.
class Order {
 public:
  explicit Order(const program::Program& program)
      : program_(program), passed_(program.operations.size(), 0) {}

  /// `later` must not decrease from call to call.
  [[nodiscard]] bool completes_before(Index earlier, Index later) {
    const auto successors =
        program_.successors_of(program_.operations[static_cast<std::size_t>(earlier)]);
    std::size_t& passed = passed_[static_cast<std::size_t>(earlier)];
    while (passed < successors.size() && successors[passed] < later) ++passed;
    if (passed < successors.size() && successors[passed] == later) return true;
    if (!precedence_) precedence_.emplace(program_);
    return precedence_->completes_before(static_cast<std::size_t>(earlier),
                                         static_cast<std::size_t>(later));
  }

 private:
  const program::Program& program_;
  std::vector<std::size_t> passed_;  // by operation: successors that come before the latest `later`
  std::optional<Precedence> precedence_;
};

/// Goes through a program's operations in schedule order. It is enough to compare each access with
/// the latest write and the reads since.
class Races {
 public:
  Races(const program::Program& program, Report& report)
      : program_(program),
        report_(report),
        cells_(program),
        order_(program),
        accesses_(cells_.count()) {}

  void check(Index index) {
    const program::Operation& operation = program_.operations[static_cast<std::size_t>(index)];
    later_ = index;
    ordered_ = -1;
    program::for_each_access(operation, [&](schedule::Memory memory, program::Access access) {
      Accesses* accesses = &accesses_[cells_.at(memory, operation.blocks.first)];
      for (std::int64_t b = operation.blocks.first; b < operation.blocks.last; ++b, ++accesses)
        access == program::Access::write ? write(*accesses, memory, b) : read(*accesses, memory, b);
    });
  }

 private:
  /// The accesses to one cell that matter for later ones.
  struct Accesses {
    Index writer = -1;
    Index read = -1;  // into reads_
  };
  struct Read {
    Index reader;
    Index before;  // the read of the same cell before this one, or -1
  };

  void read(Accesses& accesses, schedule::Memory memory, std::int64_t block) {
    compare(accesses.writer, memory, block);
    reads_.push_back({.reader = later_, .before = accesses.read});
    accesses.read = static_cast<Index>(reads_.size()) - 1;
  }
  void write(Accesses& accesses, schedule::Memory memory, std::int64_t block) {
    compare(accesses.writer, memory, block);
    for (Index read = accesses.read; read >= 0;
         read = reads_[static_cast<std::size_t>(read)].before)
      compare(reads_[static_cast<std::size_t>(read)].reader, memory, block);
    accesses = {.writer = later_, .read = -1};
  }

  void compare(Index earlier, schedule::Memory memory, std::int64_t block) {
    if (earlier < 0 || earlier == later_ || earlier == ordered_) return;
    if (order_.completes_before(earlier, later_)) {
      ordered_ = earlier;
      return;
    }
    const program::Operation& other = program_.operations[static_cast<std::size_t>(earlier)];
    report_.add(Fault::race, program_, program_.operations[static_cast<std::size_t>(later_)], block,
                name_of(memory) + " is touched while an operation of round " +
                    std::to_string(other.round) + " may still " +
                    (other.kind == program::Operation::Kind::send ? "send" : "write or read") +
                    " it");
  }

  const program::Program& program_;
  Report& report_;
  Cells cells_;
  Order order_;
  std::vector<Accesses> accesses_;  // by cell
  std::vector<Read> reads_;
  Index later_ = -1;    // the operation that is being checked
  Index ordered_ = -1;  // the accesses found to complete before it: the same for most blocks
};

}  // namespace

void check_races(const program::Program& program, Report& report) {
  Races races(program, report);
  for (std::size_t i = 0; i < program.operations.size(); ++i) races.check(static_cast<Index>(i));
}

}  // namespace allfold::proof
