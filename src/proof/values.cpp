#include "proof/values.hpp"

namespace allfold::proof {

Values::Values(const std::vector<program::Program>& programs, Expressions& expressions,
               Report& report)
    : programs_(programs), expressions_(expressions), report_(report) {
  cells_.reserve(programs.size());
  std::size_t next = 0;
  for (const program::Program& program : programs) {
    cells_.emplace_back(program);
    firsts_.push_back(next);
    next += cells_.back().count();
  }
  contents_.resize(next);
  for (const program::Program& program : programs) {
    Content* const input = &contents_[cell(program.rank, schedule::Memory::input, 0)];
    for (std::int64_t b = 0; b < program.blocks; ++b)
      input[b] = {.value = Expressions::input(program.rank), .block = static_cast<std::int32_t>(b)};
  }
}

Expression Values::value(int rank, schedule::Memory memory, std::int64_t block) const {
  const Content& found = contents_[cell(rank, memory, block)];
  return found.block == block ? found.value : undefined;
}

void Values::deliver(Position send, Position receive) {
  for (std::int32_t v = 0; v < operation(receive).vectors; ++v)
    copy(send, schedule::moved_on(operation(send).left, v), receive,
         schedule::moved_on(operation(receive).into, v));
}

void Values::compute(Position place) {
  operation(place).kind == program::Operation::Kind::copy
      ? copy(place, operation(place).left, place, operation(place).into)
      : reduce(place);
}

void Values::copy(Position from, schedule::Memory memory, Position to, schedule::Memory into) {
  const Content* source = contents(from, memory);
  Content* target = contents(to, into);
  const schedule::Blocks blocks = operation(to).blocks;
  for (auto b = static_cast<std::int32_t>(blocks.first); b < blocks.last; ++b)
    *target++ = {.value = defined(*source++, from, memory, b), .block = b};
}

void Values::reduce(Position place) {
  const program::Operation& own = operation(place);
  const Content* left = contents(place, own.left);
  const Content* right = contents(place, own.right);
  Content* into = contents(place, own.into);
  for (auto b = static_cast<std::int32_t>(own.blocks.first); b < own.blocks.last; ++b) {
    const Expression l = defined(*left++, place, own.left, b);
    const Expression r = l == undefined ? undefined : defined(*right, place, own.right, b);
    ++right;
    if (r != undefined && (l != latest_.left || r != latest_.right))
      latest_ = {.left = l, .right = r, .both = combined(place, l, r, b)};
    *into++ = {.value = r == undefined ? undefined : latest_.both, .block = b};
  }
}

Expression Values::nothing(Position place, schedule::Memory memory, std::int64_t block) {
  report_.add(Fault::reads_nothing, program(place), operation(place), block,
              name_of(memory) + " is read where nothing was written, or another block");
  return undefined;
}

Expression Values::combined(Position place, Expression left, Expression right, std::int64_t block) {
  const Expression both = expressions_.combine(left, right);
  const int twice = expressions_.duplicate(both);
  if (twice >= 0 && expressions_.duplicate(left) < 0 && expressions_.duplicate(right) < 0)
    report_.add(Fault::counted_twice, program(place), operation(place), block,
                "the input of rank " + std::to_string(twice) + " occurs twice");
  return both;
}

}  // namespace allfold::proof
